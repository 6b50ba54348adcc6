// A conversation: questions as headings, answers as small documents under them, the box at the foot.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../api/client';
import { useConversation, useSamples } from '../api/queries';
import type { Conversation } from '../api/types';
import { usePreferences } from '../preferences';
import { useCommand } from '../shell/commands';
import { inspector } from '../shell/panels';
import { targetQuery, useChosen } from '../shell/target';
import { ClientPicker, TargetPicker, Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { isFinal } from '../turn/events';
import { useTurn } from '../turn/store';
import { UploadButton } from '../data/UploadButton';
import { startExploration } from '../explore/starting';
import { ask, stopAsk } from './asking';
import { Composer } from './Composer';
import { Inspector } from './Inspector';
import { PendingTurn, TurnArticle } from './TurnArticle';
import { TurnActions, type AskIt } from './actions';

interface Pending {
  question: string;
  error: ApiError | null;
  again: () => void;
}

export function AskView({ sessionId }: { sessionId: string | null }) {
  const conversation = useConversation(sessionId);
  const preferences = usePreferences();
  const [, navigate] = useLocation();
  const [pending, setPending] = useState<Pending | null>(null);
  const known = sessionId ? (conversation.data ?? null) : null;
  const chosen = useChosen(known);
  const turns = known?.turns ?? [];
  const last = turns.at(-1) ?? null;

  useEffect(() => setPending(null), [sessionId]);

  const begin = async (question: string, start: (text: string) => Promise<void>) => {
    const text = question.trim();
    if (!text) return;
    const again = () => void begin(question, start);
    setPending({ question: text, error: null, again });
    try {
      await start(text);
      setPending(null);
    } catch (problem) {
      const error = problem instanceof ApiError ? problem : new ApiError(0, 'INTERNAL', String(problem));
      setPending({ question: text, error, again });
    }
  };
  const { target, client } = chosen;
  const send: AskIt = (question, options) =>
    void begin(question, async (text) => {
      void import('../chart/draw').catch(() => {}); // comes while the question is worked on
      const accepted = await ask({ question: text, sessionId, target, client, preferences, options });
      if (accepted.session_id !== sessionId) navigate(`/s/${accepted.session_id}`);
    });
  const explore = (question: string) =>
    void begin(question, async (text) => {
      navigate(`/explore/${await startExploration({ question: text, target, client, preferences, sessionId })}`);
    });
  /** As the switch in the box says. */
  const submit: AskIt = preferences.mode === 'explore' ? explore : send;

  useCommand('ask', (question) => submit(question));
  const missing = conversation.error;
  return (
    <>
      <Topbar inspects>
        <TargetPicker chosen={chosen} inSession={turns.length > 0} />
        <ClientPicker chosen={chosen} inSession={turns.length > 0} />
      </Topbar>
      <div className="with-inspector">
        <main className="conversation" id="main" tabIndex={-1}>
          {turns.length > 0 && <h1 className="hidden-text">{known?.title}</h1>}
          {missing && sessionId ? (
            <Missing error={missing} />
          ) : (
            <TurnActions.Provider value={{ ask: send, target, client }}>
              <Turns conversation={known} pending={pending} />
              {turns.length === 0 && !pending && !(sessionId && conversation.isPending) && (
                <Welcome name={chosen.name} query={targetQuery(target, client)} ready={target !== null} loading={chosen.loading} onAsk={submit} />
              )}
            </TurnActions.Provider>
          )}
          {!missing && (
            <RunningComposer
              key={sessionId ?? 'new'}
              queryId={last?.query_id ?? null}
              name={chosen.name}
              history={turns.map((turn) => turn.query)}
              busy={target === null || (pending !== null && pending.error === null)}
              onSend={submit}
              onAsk={send}
            />
          )}
        </main>
        <Inspector target={chosen.target} fallbackTurn={last?.query_id ?? null} />
      </div>
    </>
  );
}

function Missing({ error }: { error: ApiError }) {
  const expired = error.code === 'EXPIRED';
  if (!error.isMissing)
    return (
      <div className="column empty" role="alert">
        <h1>{error.message}</h1>
        <p className="soft">{error.hint}</p>
      </div>
    );
  return (
    <div className="column empty" role="alert">
      <h1>{expired ? strings.states.expired : strings.states.missing}</h1>
      <p className="soft">{expired ? strings.states.expiredHint : strings.states.missingHint}</p>
      <Link href="/" className="button primary">
        {strings.nav.new}
      </Link>
    </div>
  );
}

interface TurnsProps {
  conversation: Conversation | null;
  pending: Pending | null;
}

function Turns({ conversation, pending }: TurnsProps) {
  const turns = conversation?.turns ?? [];
  const end = useRef<HTMLDivElement>(null);
  const count = turns.length + (pending ? 1 : 0);
  const before = useRef(0);
  // A new question comes to the top, and stays there while its answer grows under it.
  useLayoutEffect(() => {
    if (count > before.current) {
      const articles = end.current?.querySelectorAll('article');
      if (count > 1) articles?.[articles.length - 1]?.scrollIntoView({ block: 'start' });
    }
    before.current = count;
  }, [count]);
  return (
    <div className="turns" ref={end}>
      {turns.map((turn, index) => (
        <TurnArticle key={turn.query_id} turn={turn} isLast={index === turns.length - 1 && !pending} />
      ))}
      {pending && <PendingTurn question={pending.question} error={pending.error} onRetry={pending.again} />}
    </div>
  );
}

interface WelcomeProps {
  name: string;
  query: string;
  ready: boolean;
  loading: boolean;
  onAsk: (question: string) => void;
}

function Welcome({ name, query, ready, loading, onAsk }: WelcomeProps) {
  const samples = useSamples(query, ready);
  if (loading) return null;
  return (
    <section className="column welcome">
      <h1>{ready ? strings.ask.title(name) : strings.ask.empty}</h1>
      <p className="soft">{strings.ask.lead}</p>
      {!ready && (
        <div className="row">
          <UploadButton />
        </div>
      )}
      {samples.isPending && ready && <div className="skeleton welcome-skeleton" />}
      {samples.data && samples.data.length > 0 && (
        <div>
          <h2 className="small soft welcome-samples">{strings.ask.samples}</h2>
          <ul>
            {samples.data.slice(0, 6).map((question) => (
              <li key={question}>
                <button type="button" className="sample" onClick={() => onAsk(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="small soft">
        {strings.ask.drop} <Link href="/data">{strings.ask.browse}</Link>
      </p>
    </section>
  );
}

interface RunningProps {
  queryId: string | null;
  name: string;
  history: string[];
  busy: boolean;
  onSend: AskIt;
  onAsk: AskIt;
}

function RunningComposer(props: RunningProps) {
  return props.queryId ? <AfterTurn {...props} queryId={props.queryId} /> : <Composer {...props} running={false} answer={null} onStop={() => {}} />;
}

/** The box knows whether the last turn runs (then it stops it) and what it would carry over. */
function AfterTurn({ queryId, ...props }: RunningProps & { queryId: string }) {
  const { view } = useTurn(queryId);
  const running = !isFinal(view.status);
  const stop = () => void stopAsk(queryId).catch(() => {});
  useEffect(() => {
    const panel = inspector.get();
    if (running && panel.queryId !== queryId) inspector.set({ ...panel, queryId });
  }, [running, queryId]);
  useCommand('stop', () => running && stop());
  return <Composer {...props} running={running} answer={view.answer} onStop={stop} />;
}
