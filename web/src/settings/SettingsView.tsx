import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { json } from '../api/client';
import { queryClient, useSettings } from '../api/queries';
import type { MindName } from '../api/types';
import { prefer, usePreferences, type Theme } from '../preferences';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { bytes } from '../text/format';
import { Keys } from './Keys';

const t = strings.settings;

export default function SettingsView() {
  const settings = useSettings().data;
  const preferences = usePreferences();
  useEffect(() => void (document.title = `${t.title} · ${strings.app}`), []);
  if (!settings) return <Topbar />;
  const { limits, caller } = settings;
  const minds: MindName[] = settings.model ? ['auto', 'builtin', 'anthropic', 'openai'] : ['auto', 'builtin'];
  return (
    <>
      <Topbar>
        <h1 className="topbar-title">{t.title}</h1>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body settings">
          <section>
            <h2>{t.appearance}</h2>
            <Setting label={t.theme}>
              <Segments
                label={t.theme}
                value={preferences.theme}
                options={(['system', 'light', 'dark'] as Theme[]).map((theme) => [theme, t.themes[theme]!])}
                onChange={(theme) => prefer({ theme })}
              />
            </Setting>
            <Setting label={t.language} hint={t.languageHint}>
              <span className="small">English</span>
            </Setting>
          </section>
          <section>
            <h2>{t.answering}</h2>
            <Setting label={t.mind} hint={settings.model ? t.mindHint : t.noModel}>
              <select className="field" aria-label={t.mind} value={preferences.mind} onChange={(event) => prefer({ mind: event.target.value as MindName })}>
                {minds.map((mind) => (
                  <option key={mind} value={mind}>
                    {t.minds[mind]}
                  </option>
                ))}
              </select>
            </Setting>
            <Setting label={t.privacy} hint={settings.schema_only ? t.privacyOn : t.privacyHint}>
              <input
                type="checkbox"
                role="switch"
                className="switch"
                aria-label={t.privacy}
                checked={settings.schema_only || preferences.schemaOnly}
                disabled={settings.schema_only}
                onChange={(event) => prefer({ schemaOnly: event.target.checked })}
              />
            </Setting>
            <Setting label={t.rows}>
              <select
                className="field"
                aria-label={t.rows}
                value={preferences.maxRows ?? limits.max_rows}
                onChange={(event) => prefer({ maxRows: Number(event.target.value) })}
              >
                {[...new Set([100, limits.max_rows, 5_000, 10_000])].map((rows) => (
                  <option key={rows} value={rows}>
                    {rows.toLocaleString(navigator.language)}
                  </option>
                ))}
              </select>
            </Setting>
            <Setting label={t.attempts} hint={t.attemptsHint}>
              <select
                className="field"
                aria-label={t.attempts}
                value={preferences.maxIterations ?? limits.max_iterations}
                onChange={(event) => prefer({ maxIterations: Number(event.target.value) })}
              >
                {[1, 2, 3, 4, 5].map((attempts) => (
                  <option key={attempts}>{attempts}</option>
                ))}
              </select>
            </Setting>
          </section>
          <section>
            <h2>{t.limits}</h2>
            <ul className="small soft limits">
              <li>{t.limit.asks(limits.asks_per_minute)}</li>
              <li>{t.limit.time(limits.ask_seconds)}</li>
              <li>{t.limit.characters(limits.question_characters)}</li>
              <li>{t.limit.upload(bytes(limits.upload_bytes))}</li>
              {limits.session_idle_seconds && <li>{t.limit.idle(limits.session_idle_seconds)}</li>}
            </ul>
          </section>
          <section>
            <h2>{t.account}</h2>
            <Setting label={caller ? t.youAre(caller.name, caller.role) : ''}>
              {settings.login_needed && (
                <button
                  type="button"
                  className="button"
                  onClick={() => void json('POST', '/api/v1/logout').then(() => queryClient.invalidateQueries())}
                >
                  {t.logout}
                </button>
              )}
            </Setting>
          </section>
          {caller?.role === 'admin' && <Keys loginNeeded={settings.login_needed} />}
          <p className="small soft">
            {t.version(settings.version)} · <a href="/docs">{t.api}</a> · <Link href="/licences">{t.licences}</Link>
          </p>
        </div>
      </main>
    </>
  );
}

function Setting({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="setting">
      <div className="grow">
        <p>{label}</p>
        {hint && <p className="small soft">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: [T, string][];
  onChange: (value: T) => void;
}

function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={label} checked={option === value} onChange={() => onChange(option)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
