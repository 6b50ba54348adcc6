// The one place that talks to the server. Everything goes to the page's own origin; the cookie says who asks.
/** A refusal by the server, or no server at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly hint: string = '',
    readonly retryAfter: number | null = null,
    readonly suggestions: string[] = [],
  ) {
    super(message);
  }

  get isMissing(): boolean {
    return this.status === 404;
  }
}

type LoginListener = () => void;
let onLoginNeeded: LoginListener = () => {};

/** Called once for every answer that says that a login is missing or over. */
export function whenLoginIsNeeded(listener: LoginListener): void {
  onLoginNeeded = listener;
}

/** What a failed response says, in the words of the server where it has any. */
export async function refusal(response: Response): Promise<ApiError> {
  const retry = Number(response.headers.get('retry-after'));
  let body: unknown = null;
  try {
    body = await response.clone().json();
  } catch {
    // A proxy's page, or nothing: the status has to do.
  }
  const error = (body as { error?: unknown } | null)?.error;
  const told = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  if (response.status === 401) onLoginNeeded();
  return new ApiError(
    response.status,
    String(told.code ?? `HTTP_${response.status}`),
    String(told.message ?? (typeof error === 'string' ? error : `The server answered ${response.status}.`)),
    String(told.hint ?? ''),
    Number.isFinite(retry) && retry > 0 ? retry : null,
    Array.isArray(told.suggestions) ? told.suggestions.map(String) : [],
  );
}

export function unreachable(): ApiError {
  return new ApiError(0, 'OFFLINE', 'The server does not answer.', 'Is `vouch serve` still running? The page tries again by itself.');
}

/** fetch, with failures as ApiError. */
export async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (problem) {
    if (init?.signal?.aborted) throw problem;
    throw unreachable();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** JSON in, JSON out. What comes back is named by the caller, with the types made from the server's description. */
export async function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await request(path, init);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
