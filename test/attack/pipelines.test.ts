import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeApi } from '#server/http/docs.ts';
import { limitUnreadAnswers } from '#server/http/unread-answers.ts';
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

  it('that asks for what no hook sees is hung up on, too', async () => {
    const socket = ask('/%', 500);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text += piece;
    });
    await once(socket, 'close');
    expect(text.split('HTTP/1.1 400').length - 1).toBeLessThan(6);
  });

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

describe('answers that no client reads', () => {
  /** More than the system takes off the process's hands; two are beyond the limit of a network. */
  const answer = Buffer.alloc(4 * 1024 * 1024 + 512 * 1024, 'x');

  async function startApp() {
    const app = Fastify();
    limitUnreadAnswers(app);
    app.get('/', (_request, reply) => reply.send(answer));
    app.get('/stream', (_request, reply) => reply.send(Readable.from([answer, answer])));
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    return { app, port };
  }

  it('are let go, the oldest first, beyond a limit for each network', async () => {
    const { app, port } = await startApp();
    const ours: Socket[] = [];
    for (let count = 0; count < 3; count++) {
      const arrived = once(app.server, 'connection') as Promise<[Socket]>;
      const socket = connect(port, '127.0.0.1').pause();
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
      const [own] = await arrived;
      await vi.waitFor(() => expect(own.bytesWritten).toBeGreaterThan(0));
      ours.push(own);
    }
    await vi.waitFor(() =>
      expect(ours.map(({ destroyed }) => destroyed)).toEqual([true, true, false]),
    );
    for (let count = 0; count < 5; count++) {
      for (const path of ['', 'stream']) {
        const body = await (await fetch(`http://127.0.0.1:${port}/${path}`)).arrayBuffer();
        expect(body.byteLength).toBe(path ? 2 * answer.length : answer.length);
      }
    }
  });

  it('of an unknown expectation are one: the connection ends', async () => {
    const socket = connect(test.runtime.config.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n'.repeat(1_000));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    await once(socket, 'close');
    expect(text.split('HTTP/1.1 417')).toHaveLength(2);
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
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
