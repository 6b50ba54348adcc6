import { strings } from '../strings';

export function Wordmark() {
  return (
    <>
      <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M9 16.5l5 5 9.5-11.5" fill="none" stroke="var(--on-accent)" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {strings.app}
    </>
  );
}
