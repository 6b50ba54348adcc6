// A button that opens a list of actions. Arrow keys move, Escape closes; the focus goes back to where it was.
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

interface Place {
  up: boolean;
  /** How far it moves sideways, in px. */
  across: number;
}

const UNDER: Place = { up: false, across: 0 };
const GAP = 4;

/** What of the window is not cut off by something that scrolls. */
function inSight(node: Element) {
  let frame = node.parentElement;
  while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
  const { left, top, bottom } = frame?.getBoundingClientRect() ?? { left: 0, top: 0, bottom: innerHeight };
  const right = left + (frame?.clientWidth ?? innerWidth);
  return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
}

/** Where it would be cut off below, it opens upwards; where it would be cut off beside, it moves away from the edge. */
function placeOf(list: Element, button: Element): Place {
  const { left, top, right, bottom } = inSight(list);
  const box = list.getBoundingClientRect();
  const over = Math.max(box.right + GAP - right, 0);
  const short = Math.max(left + GAP - (box.left - over), 0);
  return { up: box.bottom > bottom && button.getBoundingClientRect().top - top > list.clientHeight, across: short - over };
}

export function Menu({ label, children, groups, className = 'button quiet', side = 'left', up, disabled, openSignal }: Props) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState(UNDER);
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** What had the focus before the button was pressed; null if that was the button itself, or nothing. */
  const before = useRef<HTMLElement | null>(null);
  const remember = () => {
    const active = document.activeElement;
    before.current = active instanceof HTMLElement && active !== document.body ? active : null;
  };

  useEffect(() => {
    if (!openSignal) return;
    if (!open) remember();
    button.current!.scrollIntoView({ block: 'center' });
    setOpen(true);
  }, [openSignal]);

  useLayoutEffect(() => {
    setPlace(open ? placeOf(anchor.current!.querySelector('.menu')!, button.current!) : UNDER);
  }, [open]);

  useEffect(() => {
    if (!open) return void (before.current = null);
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
    (before.current ?? button.current)?.focus();
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
        onPointerDown={(event) => !open && event.pointerType === 'mouse' && remember()}
        onClick={() => (open ? close() : setOpen(true))}
      >
        {children}
      </button>
      {open && (
        <div id={id} className={`menu ${side} ${up || place.up ? 'up' : ''}`} style={{ translate: `${place.across}px` }} role="menu" aria-label={label}>
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
