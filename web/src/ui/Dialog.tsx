// The browser's own modal dialog: it keeps the focus inside, on its first field if it has one, closes on Escape and gives the
// focus back.
import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { strings } from '../strings';

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
  className?: string;
  /** The title is for screen readers only. */
  bare?: boolean;
}

export function Dialog({ title, children, onClose, className, bare }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before it is taken out of the page: closed afterwards, it would leave the focus nowhere.
  useLayoutEffect(() => {
    const node = dialog.current!;
    node.showModal();
    node.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => node.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {bare ? (
        <>
          <h2 id={id} className="hidden-text">
            {title}
          </h2>
          {children}
        </>
      ) : (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <button type="button" className="button quiet icon" aria-label={strings.close} onClick={onClose}>
              <X size={16} />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

interface ConfirmProps {
  question: string;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ question, action, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={action} onClose={onClose}>
      <p>{question}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
