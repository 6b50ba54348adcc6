import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { json } from '../api/client';
import { queryClient } from '../api/queries';
import type { KeyShape } from '../api/types';
import { strings } from '../strings';
import { ago } from '../text/format';
import { copy, toast } from '../ui/toast';
import { Words } from '../ui/Words';

const t = strings.settings;
const KEYS = ['keys'];

export function Keys({ loginNeeded }: { loginNeeded: boolean }) {
  const found = useQuery<KeyShape[]>({
    queryKey: KEYS,
    queryFn: async () => (await json<{ keys: KeyShape[] }>('GET', '/api/v1/keys')).keys,
    enabled: loginNeeded,
  });
  const [name, setName] = useState('');
  const [role, setRole] = useState('analyst');
  const [made, setMade] = useState('');
  const changed = () => queryClient.invalidateQueries({ queryKey: KEYS });
  const make = async () => {
    try {
      setMade((await json<{ key: string }>('POST', '/api/v1/keys', { name: name.trim(), role })).key);
      setName('');
      await changed();
    } catch (problem) {
      toast((problem as Error).message);
    }
  };
  const revoke = async (id: string) => {
    await json('DELETE', `/api/v1/keys/${encodeURIComponent(id)}`).catch((problem: Error) => toast(problem.message));
    await changed();
  };
  return (
    <section>
      <h2>{t.keys}</h2>
      <p className="small soft">
        <Words text={loginNeeded ? t.keysHint : t.noKeys} />
      </p>
      <ul className="list">
        {found.data?.map((key) => (
          <li key={key.id} className="list-item">
            <span className="grow">
              <span className="list-title">{key.name}</span>
              <span className="small soft">{[key.role, key.client_id, ago(key.created_at)].filter(Boolean).join(' · ')}</span>
            </span>
            {key.revoked_at ? (
              <span className="tag">{t.revoked}</span>
            ) : (
              <button type="button" className="button small danger" onClick={() => void revoke(key.id)}>
                {t.revoke}
              </button>
            )}
          </li>
        ))}
      </ul>
      {loginNeeded && (
        <form
          className="row wrap"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <input className="field key-name" value={name} placeholder={t.keyName} aria-label={t.keyName} onChange={(event) => setName(event.target.value)} />
          <select className="field" value={role} aria-label={t.keyRole} onChange={(event) => setRole(event.target.value)}>
            {['viewer', 'analyst', 'admin'].map((item) => (
              <option key={item}>{item}</option>
            ))}
          </select>
          <button className="button" disabled={!name.trim()}>
            {t.makeKey}
          </button>
        </form>
      )}
      {made && (
        <div className="notice care" role="status">
          <div className="grow">
            <p>{t.keyMade}</p>
            <code>{made}</code>
          </div>
          <button type="button" className="button small" onClick={() => void copy(made, strings.copied).then(() => setMade(''))}>
            <Copy size={13} />
          </button>
        </div>
      )}
    </section>
  );
}
