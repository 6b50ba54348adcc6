// Files dropped anywhere on the page become a dataset; how far each upload is stands in a corner.
import { FileUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSettings } from '../api/queries';
import { dismiss, upload, uploads } from '../data/uploads';
import { strings } from '../strings';
import { bytes } from '../text/format';
import { toast } from '../ui/toast';
import { useCommand } from './commands';
import { chooseTarget } from './target';

export function DropZone() {
  const [over, setOver] = useState(false);
  const [path, navigate] = useLocation();
  const limit = useSettings().data?.limits.upload_bytes ?? null;
  const running = uploads.use();

  const take = async (files: File[]) => {
    if (files.length === 0) return;
    const made = await upload(files, limit, (most) => strings.data.tooLarge(bytes(most)));
    if (!made) return;
    toast(strings.data.uploaded(made.name));
    chooseTarget({ dataset_id: made.dataset_id });
    const problems = made.problems.length > 0 || made.loaded.some((file) => file.problem_count > 0 || file.rows === 0);
    navigate(problems || path.startsWith('/data') ? `/data/dataset/${made.dataset_id}` : '/');
  };
  useCommand('upload', (files) => void take(files));

  useEffect(() => {
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files');
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = () => {
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const hover = (event: DragEvent) => carriesFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void take([...(event.dataTransfer?.files ?? [])]);
    };
    const all: [string, (event: DragEvent) => void][] = [
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', hover],
      ['drop', drop],
    ];
    for (const [name, listener] of all) addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of all) removeEventListener(name, listener as EventListener);
    };
  });

  return (
    <>
      {over && (
        <div className="drop-over">
          <FileUp size={28} />
          <p className="drop-title">{strings.data.dropTitle}</p>
          <p className="small">{strings.data.dropHint}</p>
        </div>
      )}
      {running.length > 0 && (
        <ul className="uploads" aria-live="polite">
          {running.map((item) => (
            <li key={item.id} className={`card upload small ${item.problem ? 'failed' : ''}`}>
              <div className="row">
                <span className="grow ellipsis">
                  {item.problem
                    ? strings.data.failed(item.name)
                    : item.sent < 1
                      ? strings.data.uploading(item.name)
                      : strings.data.reading(item.name)}
                </span>
                {item.problem && (
                  <button type="button" className="button quiet small icon" aria-label={strings.close} onClick={() => dismiss(item.id)}>
                    <X size={14} />
                  </button>
                )}
              </div>
              {item.problem ? (
                <p className="upload-problem">
                  {item.problem.message} {item.problem.hint}
                </p>
              ) : (
                <progress aria-label={item.name} value={item.sent < 1 ? item.sent : undefined} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
