import { readAuthToken } from './auth-token.ts';
import { askForProof, type Proof } from './step-up.ts';

/** Its message is for logs; screens show `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Empty for an empty body. */
  readonly serverMessage: string;
  /** What the call needs first: `code`, `password` or `second-factor`. */
  readonly need: string | null;
  /** What an edit of an outdated state would have overwritten. */
  readonly current: unknown;

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const { message, need, current } = parseBody(body);
    this.serverMessage = message;
    this.need = need;
    this.current = current;
  }
}

/** Error bodies are `{ "message": "…" }` or plain text; a proxy may send a page. */
function parseBody(text: string): { message: string; need: string | null; current?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') {
      const need = 'need' in body && typeof body.need === 'string' ? body.need : null;
      return { message: body.message, need, ...('current' in body && { current: body.current }) };
    }
  } catch {
    const message = 'The server could not answer. Please try again.';
    if (text.trimStart().startsWith('<')) return { message, need: null };
  }
  return { message: text, need: null };
}

/** Its message is shown on screen. */
export class UnusableReply extends Error {
  override readonly name = 'UnusableReply';
}

export function describeError(error: unknown, fallback = 'Please try again.'): string {
  if (error instanceof ApiError) return error.serverMessage || fallback;
  if (error instanceof UnusableReply) return error.message;
  // fetch throws a TypeError when there is no response.
  if (error instanceof TypeError) return 'No connection to the server. Check your network.';
  return fallback;
}

/** The current state, if the edit was based on an older one; else null. */
export function currentOf<Current>(error: unknown): Current | null {
  const isOutdated = error instanceof ApiError && error.status === 409;
  return isOutdated ? ((error.current as Current | undefined) ?? null) : null;
}

export function needOf(error: unknown): string | null {
  return error instanceof ApiError ? error.need : null;
}

export function statusOf(error: unknown): number | null {
  return error instanceof ApiError ? error.status : null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends the stored token; form data goes unchanged, other bodies as JSON. If the server asks for a
 * code or the password, the request is repeated after it.
 */
export async function sendRequest(
  method: Method,
  path: string,
  options: { body?: unknown; signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = new Headers(options.headers);
  const token = readAuthToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  let body: BodyInit | undefined;
  if (options.body instanceof FormData) {
    body = options.body;
  } else if (options.body !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.body);
  }
  const response = await fetch(path, { method, headers, body, signal: options.signal });
  if (!response.ok) {
    const error = new ApiError(response.status, await response.text(), response.statusText);
    const proof = findProof(error);
    if (proof && (await askForProof(proof))) return sendRequest(method, path, options);
    throw error;
  }
  return response;
}

function findProof({ status, need }: ApiError): Proof | null {
  return status === 403 && (need === 'code' || need === 'password') ? need : null;
}

async function readJson<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

/** The server validates every reply against #shared/api, so the browser trusts the type. */
export const api = {
  get: <T>(path: string, signal?: AbortSignal) => readJson<T>(sendRequest('GET', path, { signal })),
  post: <T>(path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
    readJson<T>(sendRequest('POST', path, { body, headers })),
  put: <T>(path: string, body: unknown) => readJson<T>(sendRequest('PUT', path, { body })),
  patch: <T>(path: string, body: unknown) => readJson<T>(sendRequest('PATCH', path, { body })),
  /** Refused with 409 if the object has changed since this revision. */
  edit: <T>(path: string, body: unknown, revision: number) =>
    readJson<T>(sendRequest('PUT', path, { body, headers: { 'if-match': `"${revision}"` } })),
  delete: <T>(path: string, body?: unknown) => readJson<T>(sendRequest('DELETE', path, { body })),
};
