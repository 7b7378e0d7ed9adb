import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasDatabaseServer, openTestDatabase, placeDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { startOtlpServer } from '#test/otlp-server.ts';
import { type Running, startProcess } from '../../../bench/product.ts';
import { findMessage, openTracing } from './tracing.ts';

/** The embedded database allows one process. */
const roles = hasDatabaseServer ? ['http', 'worker'] : ['http,worker'];
const words = 'Do herons migrate?';
const phone = '+12025550143';

const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-traces-'));
let otlp: Awaited<ReturnType<typeof startOtlpServer>>;
let database: Awaited<ReturnType<typeof openTestDatabase>> | null = null;
const processes: Running[] = [];

beforeAll(async () => {
  otlp = await startOtlpServer();
  if (hasDatabaseServer) database = await openTestDatabase();
  else placeDatabase(dataDir);
  const port = String(await freePort());
  const settings = {
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    SANDBOX: 'on',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    ...(database?.url && { DATABASE_URL: database.url }),
  };
  for (const ROLES of roles) {
    const own = { ...settings, ROLES, ...(ROLES !== 'worker' && { PORT: port }) };
    processes.push(await startProcess('server/main.ts', own, '/health/ready'));
  }
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database?.close();
  await otlp?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('says in the log why traces were not sent, without stack or answer', () => {
  const failed = { stack: 'Error: no\n    at x', message: 'Not Found', code: '404', data: 'words' };
  expect(findMessage(JSON.stringify(failed))).toBe('Not Found, 404');
  expect(findMessage('no JSON')).toBe('no JSON');
});

it('do not hold up a stop where the collector hangs', async () => {
  const hanging = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const settings = { endpoint, share: 1, roles: ['http'] };
  const tracing = await openTracing(settings, pino({ level: 'silent' }));
  const messageId = randomUUID();
  tracing.add({ name: 'receive', messageId, took: { at: Date.now(), ms: 1 }, facts: {} });
  const before = Date.now();
  await tracing.stop();
  expect(Date.now() - before).toBeLessThan(5_000);
  hanging.closeAllConnections();
  hanging.close();
}, 30_000);

type Span = ReturnType<typeof otlp.listSpans>[number];
const named = (spans: Span[], name: string) => spans.find((span) => span.name === name);

/** From a stranger, who is invited to connect. */
async function text(body: string): Promise<void> {
  const { url } = processes[0] as Running;
  const call = async (path: string, sent?: object) => {
    const request = sent && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    };
    return (await fetch(`${url}/sandbox/api${path}`, request)).json();
  };
  const { experts } = (await call('/experts')) as {
    experts: { channel: string; number: string }[];
  };
  const to = experts.find(({ channel }) => channel === 'SMS')?.number;
  await call('/send', { from: phone, to, body });
}

describe('a text that is traced', () => {
  it('is one trace from its webhook to the report of its delivery, whatever process did what', async () => {
    await text(words);
    const trace = await vi.waitFor(
      () => {
        const spans = otlp.listSpans();
        const { traceId } = named(spans, 'receive') as Span;
        const own = spans.filter((span) => span.traceId === traceId);
        for (const name of ['decide', 'send', 'deliver']) expect(named(own, name)).toBeDefined();
        return own;
      },
      { timeout: 60_000, interval: 200 },
    );
    const root = named(trace, 'receive') as Span;
    expect(root.parentSpanId).toBeFalsy();
    for (const span of trace) {
      if (span !== root) expect(span.parentSpanId).toBe(root.spanId);
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    const isShared = named(trace, 'decide')?.process === root.process;
    expect(isShared).toBe(!hasDatabaseServer);
  });

  it('leaves no word and no phone in its trace', () => {
    expect(otlp.bodies).not.toEqual([]);
    for (const secret of [words, 'herons', phone, phone.slice(1)]) {
      expect(otlp.bodies.join()).not.toContain(secret);
    }
  });
});
