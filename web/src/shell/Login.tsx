import { useState } from 'react';
import { ApiError, json } from '../api/client';
import { queryClient } from '../api/queries';
import { strings } from '../strings';
import { Words } from '../ui/Words';
import { loginEnded } from './panels';
import { Wordmark } from './Wordmark';

export function Login({ ended }: { ended: boolean }) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await json('POST', '/api/v1/login', { key: key.trim() });
      loginEnded.set(false);
      await queryClient.invalidateQueries();
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 401 ? strings.login.wrong : (error as Error).message);
    }
    setBusy(false);
  };
  return (
    <main className="login">
      <form
        className="card login-card"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="wordmark">
          <Wordmark />
        </div>
        <h1>{strings.login.title}</h1>
        <p className="small soft">
          <Words text={ended ? strings.login.ended : strings.login.lead} />
        </p>
        <label className="small">
          {strings.login.key}
          <input
            className="field mono"
            type="password"
            autoComplete="current-password"
            autoFocus
            value={key}
            aria-invalid={problem !== ''}
            aria-describedby="login-problem"
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <p id="login-problem" className="small login-problem" role="alert">
          {problem}
        </p>
        <button className="button primary" disabled={!key.trim() || busy}>
          {strings.login.submit}
        </button>
      </form>
    </main>
  );
}
