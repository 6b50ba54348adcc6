import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { json } from '../api/client';
import { useSettings } from '../api/queries';
import { strings } from '../strings';
import { Dialog } from '../ui/Dialog';
import { Menu } from '../ui/Menu';
import { toast } from '../ui/toast';

export function Feedback({ queryId }: { queryId: string }) {
  const [given, setGiven] = useState<boolean | null>(null);
  const [asking, setAsking] = useState(false);
  const mayApprove = useSettings().data?.caller?.role !== 'viewer';
  const send = async (body: { good: boolean; approve?: boolean; correction?: string }) => {
    try {
      const { remembered } = await json<{ remembered: boolean }>('POST', `/api/v1/ask/${encodeURIComponent(queryId)}/feedback`, body);
      setGiven(body.good);
      toast(remembered ? strings.feedback.remembered : strings.feedback.thanks);
    } catch (problem) {
      toast((problem as Error).message);
    }
  };
  const up = <ThumbsUp size={14} fill={given === true ? 'currentColor' : 'none'} />;
  return (
    <span className="feedback">
      {mayApprove ? (
        <Menu
          label={strings.feedback.good}
          className={`button quiet small icon ${given === true ? 'given' : ''}`}
          side="right"
          groups={[
            {
              items: [
                { label: strings.feedback.good, onSelect: () => void send({ good: true }) },
                { label: strings.feedback.approve, onSelect: () => void send({ good: true, approve: true }) },
              ],
            },
          ]}
        >
          {up}
        </Menu>
      ) : (
        <button type="button" className="button quiet small icon" aria-label={strings.feedback.good} onClick={() => void send({ good: true })}>
          {up}
        </button>
      )}
      <button
        type="button"
        className={`button quiet small icon ${given === false ? 'given' : ''}`}
        aria-label={strings.feedback.bad}
        title={strings.feedback.bad}
        onClick={() => setAsking(true)}
      >
        <ThumbsDown size={14} fill={given === false ? 'currentColor' : 'none'} />
      </button>
      {asking && (
        <Correction
          onClose={() => setAsking(false)}
          onSend={(correction) => {
            setAsking(false);
            void send(correction ? { good: false, correction } : { good: false });
          }}
        />
      )}
    </span>
  );
}

function Correction({ onSend, onClose }: { onSend: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Dialog title={strings.feedback.bad} onClose={onClose}>
      <label className="small">
        {strings.feedback.what}
        <textarea
          className="field"
          rows={3}
          value={text}
          placeholder={strings.feedback.placeholder}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={() => onSend(text.trim())}>
          {strings.feedback.send}
        </button>
      </div>
    </Dialog>
  );
}
