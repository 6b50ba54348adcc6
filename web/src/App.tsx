// Which view stands at which address, and what surrounds all of them.
import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSettings } from './api/queries';
import { AskView } from './ask/AskView';
import { SharedView } from './ask/SharedView';
import { give } from './shell/commands';
import { Connection } from './shell/Connection';
import { DropZone } from './shell/DropZone';
import { KeysDialog } from './shell/KeysDialog';
import { Login } from './shell/Login';
import { Palette } from './shell/Palette';
import { dialogs, inspector, loginEnded, menuOpen } from './shell/panels';
import { Sidebar } from './shell/Sidebar';
import { Topbar } from './shell/Topbar';
import { Wordmark } from './shell/Wordmark';
import { strings } from './strings';
import { Guarded } from './ui/Guarded';
import { useShortcuts } from './ui/shortcuts';
import { Toasts } from './ui/toast';

const DataView = lazy(() => import('./data/DataView'));
const TargetView = lazy(() => import('./data/TargetView'));
const ExploreList = lazy(() => import('./explore/ExploreList'));
const ExploreView = lazy(() => import('./explore/ExploreView'));
const BoardsView = lazy(() => import('./boards/BoardsView'));
const BoardView = lazy(() => import('./boards/BoardView'));
const SharedBoardView = lazy(() => import('./boards/SharedBoardView'));
const LicencesView = lazy(() => import('./settings/LicencesView'));
const SettingsView = lazy(() => import('./settings/SettingsView'));

function view(path: string): ReactNode {
  const [first = '', second, third] = path.split('/').filter(Boolean).map(decodeURIComponent);
  switch (first) {
    case '':
      return <AskView sessionId={null} />;
    case 's':
      return <AskView sessionId={second ?? null} />;
    case 'shared':
      return second ? <SharedView token={second} /> : <NotFound />;
    case 'data':
      if (second === 'source' && third) return <TargetView key={third} target={{ source: third }} />;
      if (second === 'dataset' && third) return <TargetView key={third} target={{ dataset_id: third }} />;
      return <DataView />;
    case 'explore':
      return second ? <ExploreView key={second} id={second} report={third === 'report'} /> : <ExploreList />;
    case 'boards':
      if (second === 'shared' && third) return <SharedBoardView token={third} />;
      return second ? <BoardView key={second} id={second} /> : <BoardsView />;
    case 'settings':
      return <SettingsView />;
    case 'licences':
      return <LicencesView />;
    default:
      return <NotFound />;
  }
}

function NotFound() {
  const [, navigate] = useLocation();
  return (
    <>
      <Topbar />
      <main id="main" className="column empty" tabIndex={-1}>
        <h1>{strings.states.notFound}</h1>
        <button type="button" className="button primary" onClick={() => navigate('/')}>
          {strings.states.home}
        </button>
      </main>
    </>
  );
}

/** What stands before the server has said who may come in. */
function Frame() {
  return (
    <div className="shell" aria-busy="true">
      <div className="sidebar">
        <div className="sidebar-head">
          <span className="wordmark">
            <Wordmark />
          </span>
        </div>
      </div>
      <div className="shell-main">
        <Connection />
      </div>
    </div>
  );
}

export function App() {
  const [path, navigate] = useLocation();
  const settings = useSettings();
  const dialog = dialogs.use();
  const ended = loginEnded.use();
  const openBoard = path.startsWith('/boards/shared/');
  useShortcuts({
    'mod+k': (event) => (event.preventDefault(), dialogs.set('palette')),
    'mod+/': (event) => (event.preventDefault(), give('sql', undefined)),
    'mod+e': (event) => (event.preventDefault(), give('exports', undefined)),
    'mod+i': (event) => (event.preventDefault(), inspector.set({ ...inspector.get(), open: !inspector.get().open })),
    '?': () => dialogs.set('keys'),
    n: (event) => (event.preventDefault(), navigate('/')),
    '/': (event) => (event.preventDefault(), give('focus', undefined)),
    escape: () => {
      if (menuOpen.get()) menuOpen.set(false);
      else if (inspector.get().open) inspector.set({ ...inspector.get(), open: false });
      else give('stop', undefined);
    },
  });

  if (settings.isPending) return <Frame />;
  const loginNeeded = settings.data?.login_needed && !settings.data.caller;
  // Who never had to log in has no login that could have ended: the first key was made while the page was open.
  const lapsed = ended && !loginNeeded && settings.data?.login_needed === true;
  if ((loginNeeded || ended) && !openBoard) return <Login ended={lapsed} />;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {strings.skip}
      </a>
      {!openBoard && <Sidebar />}
      <div className="shell-main">
        <Connection />
        <Guarded key={path.split('/')[1] || 's'}>
          <Suspense fallback={<Topbar />}>{view(path)}</Suspense>
        </Guarded>
      </div>
      <DropZone />
      {dialog === 'palette' && <Palette />}
      {dialog === 'keys' && <KeysDialog />}
      <Toasts />
    </div>
  );
}
