// What of a file could not be read as it stands, line by line, and how its form was understood.
import { TriangleAlert } from 'lucide-react';
import type { DatasetDetail } from '../api/types';
import { strings } from '../strings';

const MOST = 50;

export function Problems({ dataset }: { dataset: DatasetDetail }) {
  const loaded = dataset.loaded ?? [];
  const isEmpty = dataset.schema.tables.every((table) => table.row_count === 0);
  const told = dataset.problems.length > 0 ? dataset.problems : isEmpty ? [strings.data.noRows] : [];
  const shown = told.slice(0, MOST);
  const all = Math.max(told.length, loaded.reduce((sum, file) => sum + file.problem_count, 0));
  return (
    <>
      {shown.length > 0 && (
        <div className="notice care">
          <TriangleAlert size={15} />
          <div className="grow">
            <p>{strings.data.problemsOf(all)}</p>
            <ul className="problem-list">
              {shown.map((text, index) => (
                <li key={index}>{text}</li>
              ))}
              {all > shown.length && <li>{strings.data.moreProblems(all - shown.length)}</li>}
            </ul>
          </div>
        </div>
      )}
      {loaded
        .filter((file) => file.notes.length > 0)
        .map((file) => (
          <p key={file.table} className="small soft">
            {strings.data.readAs(file.file)} {file.notes.join(', ')}.
          </p>
        ))}
    </>
  );
}
