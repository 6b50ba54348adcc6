// A button that opens a list of actions. Arrow keys move, Escape closes and gives the focus back.
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface MenuItem {
  label: ReactNode;
  hint?: string;
  icon?: ReactNode;
  danger?: boolean;
  checked?: boolean;
  disabled?: boolean;
  onSelect?: () => void;
}

export interface MenuGroup {
  title?: string;
  items: MenuItem[];
}

interface Props {
  label: string;
  children: ReactNode;
  groups: MenuGroup[];
  className?: string;
  side?: 'left' | 'right';
  up?: boolean;
  disabled?: boolean;
  /** Another way to open it: a number that changes. */
  openSignal?: number;
}

export function Menu({ label, children, groups, className = 'button quiet', side = 'left', up, disabled, openSignal }: Props) {
  const [open, setOpen] = useState(false);
  const [flipped, setFlipped] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!openSignal) return;
    button.current!.scrollIntoView({ block: 'center' });
    setOpen(true);
  }, [openSignal]);

  // Where it would end under the window's edge, it opens upwards.
  useLayoutEffect(() => {
    const list = open ? anchor.current!.querySelector('.menu') : null;
    setFlipped(list !== null && !up && list.getBoundingClientRect().bottom > innerHeight && button.current!.getBoundingClientRect().top > list.clientHeight);
  }, [open, up]);

  useEffect(() => {
    if (!open) return;
    const items = anchor.current!.querySelectorAll<HTMLElement>('[role^=menuitem]');
    (anchor.current!.querySelector<HTMLElement>('[aria-checked=true]') ?? items[0])?.focus();
    const outside = (event: PointerEvent) => {
      if (!anchor.current?.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const items = [...anchor.current!.querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') setOpen(false);
  };

  return (
    <div className="menu-anchor" ref={anchor} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={disabled}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div id={id} className={`menu ${side} ${up || flipped ? 'up' : ''}`} role="menu" aria-label={label}>
          {groups.map((group, index) => (
            <div key={index} role="group" aria-label={group.title}>
              {group.title && (
                <div className="menu-title" aria-hidden="true">
                  {group.title}
                </div>
              )}
              {group.items.map((item, position) => (
                <Entry key={position} item={item} onDone={close} />
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const content = (
    <>
      {item.icon}
      <span className="grow">
        {item.label}
        {item.hint && <span className="menu-hint">{item.hint}</span>}
      </span>
      {item.checked && <span aria-hidden="true">✓</span>}
    </>
  );
  const role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
  const onClick = () => {
    onDone();
    item.onSelect?.();
  };
  return (
    <button
      type="button"
      role={role}
      aria-checked={item.checked}
      tabIndex={-1}
      disabled={item.disabled}
      className={item.danger ? 'danger' : undefined}
      onClick={onClick}
    >
      {content}
    </button>
  );
}
