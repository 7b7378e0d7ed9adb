import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { createHandlers } from '#server/jobs/handlers.ts';
import { slotsFor } from '#server/jobs/jobs.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { registry } from '#server/metrics.ts';
import { anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { texting } from '#test/texting.ts';

/** What goes wrong at the door and behind it can be counted, and read in the log. */
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function counted(name: string, wanted: Record<string, string>): Promise<number> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  const isWanted = (labels: object) =>
    Object.entries(wanted).every(([label, value]) => Reflect.get(labels, label) === value);
  return values.find(({ labels }) => isWanted(labels))?.value ?? 0;
}
const webhooks = 'sagewire_webhooks_received_total';

function keptLog() {
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _, next) => next(void lines.push(`${line}`)) });
  return { log: pino({}, sink), read: () => lines.map((line) => JSON.parse(line)) };
}

it.each([
  ['SMS', async () => `/api/webhooks/experts/${(await anExpert(test)).id}`, [401, 403]],
  ['STRIPE', async () => '/api/webhooks/stripe', [400]],
])('a forged webhook of %s', async (channel, address, statuses) => {
  const { log, read } = keptLog();
  const app = await createApp({ ...test.runtime, log });
  const before = await counted(webhooks, { channel, outcome: 'forged' });
  const payload = 'From=%2B12025550143&Body=secret';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.inject({ method: 'POST', url: await address(), payload, headers });
  expect(statuses).toContain(reply.statusCode);
  expect(await counted(webhooks, { channel, outcome: 'forged' })).toBe(before + 1);
  expect(read()).toMatchObject([{ channel, level: 40 }]);
  expect(JSON.stringify(read())).not.toContain('secret');
  await app.close();
});

it('a webhook that can not be stored', async () => {
  const { webhookFor } = texting(test, await anExpert(test));
  const labels = { channel: 'SMS', outcome: 'failed' };
  const before = await counted(webhooks, labels);
  const lost = vi.spyOn(test.runtime.db, 'execute').mockRejectedValue(new Error('connection lost'));
  expect((await webhookFor(aPhone(), 'Hello').send()).status).toBe(500);
  lost.mockRestore();
  expect(await counted(webhooks, labels)).toBe(before + 1);
});

it('a job that throws', async () => {
  const { text } = texting(test, await anExpert(test));
  await text(aPhone(), 'Hello');
  const broken = async () => {
    throw new Error('broken');
  };
  const before = await counted('sagewire_jobs_failed_total', { job: 'answer-message' });
  const handlers = { ...createHandlers(test.runtime), 'answer-message': broken };
  const { log, read } = keptLog();
  const slots = slotsFor(test.runtime.config);
  const worker = startWorker(test.runtime.queue, { slots, handlers, log, polls: false });
  await worker.runUntilIdle();
  await worker.stop(0);
  expect(await counted('sagewire_jobs_failed_total', { job: 'answer-message' })).toBe(before + 1);
  expect(read()).toMatchObject([{ job: 'answer-message', err: { message: 'broken' } }]);
});
