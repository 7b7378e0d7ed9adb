import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { countSlots } from '#server/jobs/jobs.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { createHandlers } from '#server/operations/upkeep/handlers.ts';
import { registry } from '#server/outside/metrics.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { createJournal } from '../journal/journal.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function readCount(name: string, wanted: Record<string, string>): Promise<number> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  const isWanted = (labels: object) =>
    Object.entries(wanted).every(([label, value]) => Reflect.get(labels, label) === value);
  return values.find(({ labels }) => isWanted(labels))?.value ?? 0;
}
const webhooks = 'sagewire_webhooks_received_total';

function keepLog() {
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) });
  const log = pino({}, sink);
  const journal = createJournal({ log, clock: test.runtime.clock, tracing: null });
  const read = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  return { log, journal, read };
}

it.each([
  ['SMS', async () => `/api/webhooks/experts/${(await anExpert(test)).id}`, [401, 403]],
  ['STRIPE', async () => '/api/webhooks/stripe', [400]],
])('a webhook of %s without a signature', async (channel, address, statuses) => {
  const { read, ...kept } = keepLog();
  const app = await createApp({ ...test.runtime, ...kept });
  const before = await readCount(webhooks, { channel, outcome: 'unsigned' });
  const payload = 'From=%2B12025550143&Body=secret';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.inject({ method: 'POST', url: await address(), payload, headers });
  expect(statuses).toContain(reply.statusCode);
  expect(await readCount(webhooks, { channel, outcome: 'unsigned' })).toBe(before + 1);
  expect(read()).toMatchObject([{ channel, level: 40 }]);
  expect(JSON.stringify(read())).not.toContain('secret');
  await app.close();
});

it("an item that can't be read is counted and logged; the rest of its batch is stored", async () => {
  const expert = await anExpert(test, { channel: 'WHATSAPP' });
  const whatsapp = channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;
  const [first, last] = [aPhone(), aPhone()];
  const written = [
    { id: 'wamid.first', from: first.slice(1) },
    { id: 'wamid.broken', from: { number: 'secret' } },
    { id: 'wamid.last', from: last.slice(1) },
  ].map((named) => ({ ...named, type: 'text', text: { body: 'Hello' } }));
  const value = { metadata: { phone_number_id: whatsapp.phoneNumberId }, messages: written };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const payload = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const { read, ...kept } = keepLog();
  const app = await createApp({ ...test.runtime, ...kept });
  const labels = { channel: 'WHATSAPP', outcome: 'unreadable' };
  const before = await readCount(webhooks, labels);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/webhooks/whatsapp',
    payload,
    headers: { 'x-hub-signature-256': signMeta(payload, whatsapp.appSecret) },
  });
  expect(reply.statusCode).toBe(200);
  const { messagesOf } = createTexter(test, expert);
  for (const person of [first, last]) {
    expect(await messagesOf(person)).toMatchObject([{ body: 'Hello' }]);
  }
  expect(await readCount(webhooks, labels)).toBe(before + 1);
  const reasons = [expect.stringContaining('entry.0.changes.0.value.messages.1.from')];
  expect(read()).toMatchObject([
    { level: 40, channel: 'WHATSAPP', items: 3, unreadable: 1, reasons },
  ]);
  expect(JSON.stringify(read())).not.toContain('secret');
  await app.close();
  await test.runUntilIdle();
});

it('the only item is acknowledged, too: Meta would repeat it for days', async () => {
  const whatsapp = channelFor(test.runtime.config, 'WHATSAPP')?.settings as WhatsAppApp;
  const written = [
    { id: 'wamid.alone', from: { number: '1' }, type: 'text', text: { body: 'Hi' } },
  ];
  const value = { metadata: { phone_number_id: whatsapp.phoneNumberId }, messages: written };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const payload = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const labels = { channel: 'WHATSAPP', outcome: 'unreadable' };
  const before = await readCount(webhooks, labels);
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/webhooks/whatsapp',
    payload,
    headers: { 'x-hub-signature-256': signMeta(payload, whatsapp.appSecret) },
  });
  expect(reply.statusCode).toBe(200);
  expect(await readCount(webhooks, labels)).toBe(before + 1);
});

it.each([
  ['the database is lost', 'Connection terminated unexpectedly', { status: 503, retryAfter: '10' }],
  ['of a bug', 'x is not a function', { status: 500, retryAfter: null }],
])("a webhook that can't be stored, because %s", async (_, message, answer) => {
  const { webhookFor } = createTexter(test, await anExpert(test));
  const labels = { channel: 'SMS', outcome: 'failed' };
  const before = await readCount(webhooks, labels);
  const { session } = test.runtime.db._;
  const prepare = session.prepareQuery.bind(session);
  const lost = vi.spyOn(session, 'prepareQuery').mockImplementation((query, ...rest) => {
    if (query.sql.includes('insert into messages')) throw new Error(message);
    return prepare(query, ...rest);
  });
  expect(await webhookFor(aPhone(), 'Hello').send()).toMatchObject(answer);
  lost.mockRestore();
  expect(await readCount(webhooks, labels)).toBe(before + 1);
});

it('a webhook while the database is not there', async () => {
  const expert = await anExpert(test);
  const address = `/api/webhooks/experts/${expert.id}`;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const select = vi.spyOn(test.runtime.db, 'select').mockImplementation(() => {
    throw gone;
  });
  const { read, ...kept } = keepLog();
  const app = await createApp({ ...test.runtime, ...kept });
  const reply = await app.inject({ method: 'POST', url: address });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['retry-after']).toBe('10');
  expect(read()).toMatchObject([{ level: 40, reason: 'connect ECONNREFUSED' }]);
  select.mockRestore();
  expect((await app.inject({ method: 'POST', url: address })).statusCode).toBe(403);
  await app.close();
});

it('a job that throws', async () => {
  const { text } = createTexter(test, await anExpert(test));
  await text(aPhone(), 'Hello');
  const broken = async () => {
    throw new Error('broken');
  };
  const before = await readCount('sagewire_jobs_failed_total', { job: 'answer-message' });
  const handlers = { ...createHandlers(test.runtime), 'answer-message': broken };
  const { log, read } = keepLog();
  const slots = countSlots(test.runtime.config);
  const worker = startWorker(test.runtime.queue, { slots, handlers, log, polls: false });
  await worker.runUntilIdle();
  await worker.stop(0);
  expect(await readCount('sagewire_jobs_failed_total', { job: 'answer-message' })).toBe(before + 1);
  expect(read()).toMatchObject([{ job: 'answer-message', err: { message: 'broken' } }]);
});
