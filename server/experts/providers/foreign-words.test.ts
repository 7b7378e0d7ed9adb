import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aProvider } from '#test/factories.ts';
import { startTestApp } from '#test/runtime.ts';
import { replyWith, startVendorServer } from '#test/vendor-server.ts';

it('what a foreign address answers is neither shown to an admin nor logged', async () => {
  const secret = 'internal-secret-4711';
  const test = await startTestApp();
  const wire = await startVendorServer();
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) });
  const app = await createApp({ ...test.runtime, log: pino({ level: 'trace' }, sink) });
  const { token } = await signIn(test, asAdmin);
  const headers = { authorization: `Bearer ${token}` };
  const config = { model: 'gpt-4.1', baseUrl: wire.url };
  const { id: providerId } = await aProvider(test, { config });
  const error = { message: secret, code: secret, type: secret };
  for (const reaction of [
    ...[200, 400, 401, 404, 429, 500].map((status) => replyWith(status, { error })),
    replyWith(200, { data: [{ id: { secret } }] }),
    replyWith(200, { data: secret }),
  ]) {
    wire.react(reaction);
    const payload = { key: 'openai', providerId, config };
    const url = '/api/providers/test';
    const tried = await app.inject({ method: 'POST', url, headers, payload });
    expect(tried.json().ok).toBe(false);
    const listed = await app.inject({ url: `/api/providers/${providerId}/models`, headers });
    for (const { body } of [tried, listed]) expect(body).not.toContain(secret);
  }
  expect(lines.join('')).toContain('listing models failed');
  expect(lines.join('')).not.toContain(secret);
  await app.close();
  wire.close();
  await test.close();
});
