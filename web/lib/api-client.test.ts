import { describe, expect, it, vi } from 'vitest';
import { ApiError, api, describeError, sendRequest } from './api-client.ts';

const respondWith = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

// spec: 8.1
it('raises status, colon, space and body text, and keeps the server message apart', async () => {
  respondWith('{"message":"Not yours"}', { status: 404 });
  const error = await errorOf(api.get('/api/x'));
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toBe('404: {"message":"Not yours"}');
  expect((error as ApiError).status).toBe(404);
  expect(describeError(error)).toBe('Not yours');
});

// spec: 8.1
it('falls back to the status text when the body is empty', async () => {
  respondWith('', { status: 502, statusText: 'Bad Gateway' });
  expect(((await errorOf(api.get('/api/x'))) as ApiError).message).toBe('502: Bad Gateway');
});

it("shows the screen's default when the body is empty, whatever the status text", async () => {
  respondWith('', { status: 502, statusText: 'Bad Gateway' });
  const error = await errorOf(api.get('/api/x'));
  expect(describeError(error, 'Please try again later')).toBe('Please try again later');
});

it('shows no HTML page of a proxy', () =>
  expect(describeError(new ApiError(502, '<html>nginx</html>'))).toBe(
    'The server could not answer. Please try again.',
  ));

it('says so when there was no response at all', () =>
  expect(describeError(new TypeError('Failed to fetch'))).toContain('No connection'));

describe('a call', () => {
  const calls = {
    get: () => api.get('/api/x'),
    post: () => api.post('/api/x', { a: 1 }),
    put: () => api.put('/api/x', { a: 1 }),
    upload: () => sendRequest('POST', '/api/x', { body: new FormData() }),
  };
  async function record(call: () => Promise<unknown>) {
    const fetch = vi.fn((_path: string, _init: RequestInit) =>
      Promise.resolve(Response.json({ ok: true })),
    );
    vi.stubGlobal('fetch', fetch);
    const reply = await call();
    const [path, init = {}] = fetch.mock.calls[0] ?? [];
    return { path, ...init, headers: new Headers(init.headers), reply };
  }

  // spec: 7.1
  it.each(Object.entries(calls))('to %s carries the stored token as bearer', async (_, call) => {
    localStorage.setItem('auth_token', 'token-7');
    expect((await record(call)).headers.get('authorization')).toBe('Bearer token-7');
  });

  // spec: 7.1
  it.each(Object.entries(calls))('to %s carries no token without one', async (_, call) => {
    expect((await record(call)).headers.has('authorization')).toBe(false);
  });

  // spec: 7.5
  it('that only reads is a GET, whose reply is read as JSON', async () => {
    const { path, method, body, reply } = await record(calls.get);
    expect([path, method, body, reply]).toEqual(['/api/x', 'GET', undefined, { ok: true }]);
  });

  // spec: 7.2
  it.each([
    ['POST', calls.post],
    ['PUT', calls.put],
  ])('%s sends a plain object as JSON', async (expected, call) => {
    const { method, body, headers } = await record(call);
    expect([method, body]).toEqual([expected, '{"a":1}']);
    expect(headers.get('content-type')).toBe('application/json');
  });

  // spec: 7.3
  it('sends form data unchanged', async () => {
    const { body, headers } = await record(calls.upload);
    expect(body).toBeInstanceOf(FormData);
    // The browser sets it, with the boundary.
    expect(headers.has('content-type')).toBe(false);
  });

  // spec: 7.4
  it.each([300, 304, 400, 401, 404, 500])('that is answered with %i fails', async (status) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
    expect(await errorOf(api.get('/api/x'))).toBeInstanceOf(ApiError);
  });
});
