// Says when the server is away, and when it is back.
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { queryClient } from '../api/queries';
import { strings } from '../strings';
import { toast } from '../ui/toast';
import { serverAway } from './panels';

const LOOK = 2_000;
const QUIET = 15_000;

async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Looks seldom while all is well, often while it is not. */
function watchServer(): () => void {
  let timer = 0;
  const look = async () => {
    const away = !(await isThere());
    if (away !== serverAway.get()) {
      serverAway.set(away);
      if (!away) {
        toast(strings.states.back);
        void queryClient.invalidateQueries();
      }
    }
    timer = window.setTimeout(() => void look(), away ? LOOK : QUIET);
  };
  timer = window.setTimeout(() => void look(), LOOK);
  return () => clearTimeout(timer);
}

export function Connection() {
  const away = serverAway.use();
  useEffect(watchServer, []);
  if (!away) return null;
  return (
    <p className="connection small" role="alert">
      <WifiOff size={14} /> {strings.states.offline}
    </p>
  );
}
