import { strings } from '../strings';
import { Dialog } from '../ui/Dialog';
import { modKey } from '../ui/shortcuts';
import { dialogs } from './panels';

export function KeysDialog() {
  return (
    <Dialog title={strings.keys.title} onClose={() => dialogs.set(null)}>
      <dl className="keys-list">
        {strings.keys.list.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key === 'Mod' ? modKey : key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
