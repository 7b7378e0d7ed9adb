import { expect, it, vi } from 'vitest';
import { ApiError, api, describeError } from './api-client.ts';

const answerWith = (body: string, init: ResponseInit) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

it('raises status, colon, space and body text, and keeps the server message apart', async () => {
  answerWith('{"message":"Not yours"}', { status: 404 });
  const error = await errorOf(api.get('/api/x'));
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).message).toBe('404: {"message":"Not yours"}');
  expect((error as ApiError).status).toBe(404);
  expect(describeError(error)).toBe('Not yours');
});

it('falls back to the status text when the body is empty', async () => {
  answerWith('', { status: 502, statusText: 'Bad Gateway' });
  expect(((await errorOf(api.get('/api/x'))) as ApiError).message).toBe('502: Bad Gateway');
});

it('does not show people the page of a proxy', () =>
  expect(describeError(new ApiError(502, '<html>nginx</html>'))).toBe(
    'The server could not answer. Please try again.',
  ));

it('says so when no answer came at all', () =>
  expect(describeError(new TypeError('Failed to fetch'))).toContain('No connection'));
