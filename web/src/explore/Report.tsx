import { Download } from 'lucide-react';
import type { Chart } from '../api/types';
import { useReport } from '../api/queries';
import { strings } from '../strings';
import { Menu } from '../ui/Menu';
import { saveFrom } from '../ui/saving';
import { Markdown } from './Markdown';

export default function Report({ id, charts }: { id: string; charts: Chart[] }) {
  const report = useReport(id, true);
  const base = `/api/v1/explorations/${encodeURIComponent(id)}/report?format=`;
  return (
    <div className="column view-body">
      {report.isPending && (
        <div role="status">
          <p className="soft">{strings.explore.reporting}</p>
          <div className="skeleton report-skeleton" />
        </div>
      )}
      {report.error && (
        <p className="notice bad" role="alert">
          {report.error.message} {report.error.hint}
        </p>
      )}
      {report.data !== undefined && (
        <>
          <div className="row report-tools">
            <Menu
              label={strings.explore.exportAs}
              className="button"
              groups={[
                {
                  items: (['pdf', 'html', 'markdown'] as const).map((format) => ({
                    label: strings.explore.formats[format],
                    onSelect: () => void saveFrom(base + format, `report.${format}`),
                  })),
                },
              ]}
            >
              <Download size={14} /> {strings.explore.exportAs}
            </Menu>
          </div>
          <Markdown text={report.data} charts={charts} />
        </>
      )}
    </div>
  );
}
