import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { closeApp } from './drain.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a draining process still serves, is not ready, and closes connections', async () => {
  const dispatcher = new Agent({ connections: 1 });
  const get = async (path: string) => {
    const { statusCode, headers, body } = await request(test.runtime.config.publicUrl + path, {
      dispatcher,
    });
    await body.dump();
    return { statusCode, connection: headers.connection };
  };
  expect(await get('/health/ready')).toEqual({ statusCode: 200, connection: 'keep-alive' });
  test.runtime.drain.isOn = true;
  expect(await get('/health/ready')).toEqual({ statusCode: 503, connection: 'close' });
  expect(await get('/health/live')).toEqual({ statusCode: 200, connection: 'close' });
  expect(await get('/api/pricing')).toEqual({ statusCode: 200, connection: 'close' });
  await dispatcher.close();
});

it('answers what arrived on an open connection just before it closes', async () => {
  const closing = await startTestApp();
  const { hostname, port, host } = new URL(closing.runtime.config.publicUrl);
  const socket = connect(Number(port), hostname);
  const ask = `GET /health/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  socket.write(ask);
  await once(socket, 'data');
  // Unread when closing begins.
  socket.write(ask);
  const answer = once(socket, 'data');
  await Promise.all([closeApp(closing.app), answer]);
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200 OK/);
  await closing.close();
});
