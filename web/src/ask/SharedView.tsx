// A conversation that somebody shared: to read, not to go on with.
import { Link } from 'wouter';
import { useShared } from '../api/queries';
import { Topbar } from '../shell/Topbar';
import { useChosen } from '../shell/target';
import { strings } from '../strings';
import { TurnActions } from './actions';
import { TurnArticle } from './TurnArticle';

export function SharedView({ token }: { token: string }) {
  const shared = useShared(token);
  const chosen = useChosen(shared.data ?? null);
  return (
    <>
      <Topbar>
        <h1 className="topbar-title ellipsis">{shared.data?.title}</h1>
      </Topbar>
      <main id="main" className="conversation" tabIndex={-1}>
        {shared.error ? (
          <div className="column empty" role="alert">
            <h2>{strings.states.missing}</h2>
            <p className="soft">{strings.states.missingHint}</p>
          </div>
        ) : (
          <TurnActions.Provider value={{ ask: null, target: chosen.target, client: chosen.client }}>
            <div className="turns">
              <p className="notice">
                <span className="grow">{strings.ask.readOnly}</span>
                <Link href="/">{strings.ask.readOnlyAsk}</Link>
              </p>
              {shared.data?.turns.map((turn) => (
                <TurnArticle key={turn.query_id} turn={turn} isLast={false} />
              ))}
            </div>
          </TurnActions.Provider>
        )}
      </main>
    </>
  );
}
