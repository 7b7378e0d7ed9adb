import { readAuthToken } from './auth-token.ts';

/** A non-ok response. Its message is `status: body text`; people are shown `serverMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly serverMessage: string;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    this.serverMessage = readMessage(text);
  }
}

/** Error bodies are `{ "message": "…" }` or plain text; a proxy in between may send a whole page. */
function readMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === 'object' && 'message' in body && typeof body.message === 'string') {
      return body.message;
    }
  } catch {
    if (text.trimStart().startsWith('<')) return 'The server could not answer. Please try again.';
  }
  return text;
}

/** An answer without what it was asked for. Its message is for people. */
export class UnusableReply extends Error {
  override readonly name = 'UnusableReply';
}

/** What went wrong, in words for people. */
export function describeError(error: unknown, fallback = 'Please try again.'): string {
  if (error instanceof ApiError) return error.serverMessage || fallback;
  if (error instanceof UnusableReply) return error.message;
  // fetch rejects with a TypeError when no answer came at all.
  if (error instanceof TypeError) return 'No connection to the server. Check your network.';
  return fallback;
}

export function statusOf(error: unknown): number | null {
  return error instanceof ApiError ? error.status : null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a call with the stored token; a plain body as JSON, form data as it is. */
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
    throw new ApiError(response.status, (await response.text()) || response.statusText);
  }
  return response;
}

async function readJson<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

/** The server validates every answer against #shared/api, so the browser trusts the type. */
export const api = {
  get: <T>(path: string, signal?: AbortSignal) => readJson<T>(sendRequest('GET', path, { signal })),
  post: <T>(path: string, body: unknown = {}) => readJson<T>(sendRequest('POST', path, { body })),
  put: <T>(path: string, body: unknown) => readJson<T>(sendRequest('PUT', path, { body })),
  delete: <T>(path: string, body: unknown) => readJson<T>(sendRequest('DELETE', path, { body })),
};
