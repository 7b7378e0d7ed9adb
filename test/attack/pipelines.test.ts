import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeApi } from '#server/http/docs.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Sends many requests at once, as one packet. */
function ask(path: string, times: number): Socket {
  const socket = connect(test.runtime.config.port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(times));
  return socket;
}

async function countAnswers(socket: Socket, count: number): Promise<number> {
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  const answers = () => text.split('HTTP/1.1 200').length - 1;
  await vi.waitFor(() => expect(answers() >= count || socket.closed).toBe(true), 20_000);
  return answers();
}

describe('a connection', () => {
  it.each(['/health/live', '/api/openapi.json', '/api/branding'])(
    'that asks for much before it reads is hung up on: %s',
    async (path) => {
      const socket = ask(path, 500);
      socket.on('error', () => {});
      const closed = once(socket, 'close');
      expect(await countAnswers(socket, 6)).toBeLessThan(6);
      await closed;
    },
  );

  it('that asks a few things at once gets all answers, as often as it does', async () => {
    const socket = ask('/health/live', 5);
    expect(await countAnswers(socket, 5)).toBe(5);
    socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(5));
    expect(await countAnswers(socket, 5)).toBe(5);
    socket.destroy();
  });

  it('on which nothing moves is ended, but not between the heartbeats of a stream', async () => {
    const arrived = once(test.app.server, 'connection') as Promise<[Socket]>;
    const socket = ask('/api/openapi.json', 1).pause();
    const [ours] = await arrived;
    expect(ours.timeout).toBeGreaterThan(60_000);
    // The time is over.
    ours.emit('timeout');
    await vi.waitFor(() => expect(ours.destroyed).toBe(true));
    socket.destroy();
  });
});

describe('the description of the API, which anyone may ask for', () => {
  it.each(['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'])(
    'is written once, and all answers share its bytes: %s',
    async (path) => {
      const sent: unknown[] = [];
      const app = Fastify();
      app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload));
      await describeApi(app);
      const replies = [await app.inject(path), await app.inject(path)];
      for (const { statusCode, body } of replies) {
        expect(statusCode).toBe(200);
        expect(body).toContain('3.1.0');
      }
      expect(Buffer.isBuffer(sent[0])).toBe(true);
      expect(sent[1]).toBe(sent[0]);
      await app.close();
    },
  );
});
