// What is inside: the packages of this page, as its build wrote them down, and those of the program where it tells.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { json } from '../api/client';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';

interface Component {
  name: string;
  licence?: string | null;
  text?: string | null;
}

const t = strings.settings;
const OF_THE_PAGE = document.querySelector<HTMLMetaElement>('meta[name=licences]')?.content ?? null;
const OF_THE_PROGRAM = '/api/v1/licences';

export default function LicencesView() {
  useEffect(() => void (document.title = `${t.licences} · ${strings.app}`), []);
  return (
    <>
      <Topbar>
        <Link href="/settings" className="button quiet" aria-label={t.title}>
          <ArrowLeft size={15} />
        </Link>
        <h1 className="topbar-title">{t.licences}</h1>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body">
          <p className="soft">{t.licencesLead}</p>
          <Components title={t.inProgram} path={OF_THE_PROGRAM} />
          {OF_THE_PAGE && <Components title={t.inPage} path={OF_THE_PAGE} />}
        </div>
      </main>
    </>
  );
}

/** Nothing where the list is not to be had. */
function Components({ title, path }: { title: string; path: string }) {
  const found = useQuery<Component[]>({
    queryKey: ['licences', path],
    queryFn: async () => (await json<{ components: Component[] }>('GET', path)).components,
    staleTime: Infinity,
  });
  if (found.isPending) return <div className="skeleton panel-skeleton" />;
  if (!found.data) return null;
  return (
    <section>
      <h2 className="row section-title">
        {title} <span className="small soft plain">{t.components(found.data.length)}</span>
      </h2>
      <ul className="licences small">
        {found.data.map((component) => (
          <li key={component.name}>
            {component.text ? (
              <details>
                <summary>
                  <Line component={component} />
                </summary>
                <pre tabIndex={0}>{component.text}</pre>
              </details>
            ) : (
              <Line component={component} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ component }: { component: Component }) {
  return (
    <>
      <span className="mono">{component.name}</span> <span className="soft">{component.licence}</span>
    </>
  );
}
