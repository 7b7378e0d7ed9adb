import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveries, type ExpertRow, providers } from '#server/db/schema.ts';
import { registry } from '#server/outside/metrics.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

type Line = Record<string, unknown> & { msg: string; level: number };

let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;
const written: string[] = [];
const sink = new Writable({ write: (line, _, next) => next(void written.push(`${line}`)) });

beforeAll(async () => {
  test = await startTestApp({}, undefined, sink);
  expert = await anExpert(test);
  texter = createTexter(test, expert);
});
afterAll(() => test.close());

const steps = ['received', 'decided', 'answered', 'sent', 'delivered', 'no answer yet'];
const listLines = (thread: string): Line[] =>
  written.map((line) => JSON.parse(line)).filter((line) => line.thread === thread);
const listSteps = (thread: string) =>
  listLines(thread).filter(({ msg }) => steps.includes(msg) || msg.startsWith('given up'));

describe('a text and its answer', () => {
  it('is told in one line a step, with ids and times and without words', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await texter.text(phone, 'Where do swifts sleep?');
    await test.runUntilIdle();

    const [asked, answer] = await texter.messagesOf(phone);
    const [delivery] = await test.runtime.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.messageId, answer?.id as string));
    const place = { level: 30, thread: thread.id, message: asked?.id, expert: expert.id };
    const gatewayId = delivery?.gatewayMessageId;
    const ms = expect.any(Number);
    expect(listSteps(thread.id)).toMatchObject([
      { ...place, msg: 'received', channel: 'SMS', gatewayId: asked?.gatewayMessageId, ms },
      { ...place, msg: 'decided', as: 'reply', attempts: 1, ms },
      { ...place, msg: 'answered', state: 'answered', provider: 'openai', ms },
      { ...place, msg: 'sent', reply: answer?.id, gatewayId, ms, totalMs: ms },
      { ...place, msg: 'delivered', delivery: delivery?.id, gatewayId, ms },
    ]);
    const all = JSON.stringify(listLines(thread.id));
    for (const words of ['swifts', answer?.body as string, phone, phone.slice(1)]) {
      expect(all).not.toContain(words);
    }
  });

  it("names the webhook's request, which is kept with the message", async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await texter.text(phone, 'Hello');
    const [asked] = await texter.messagesOf(phone);
    expect(asked?.requestId).toMatch(/^[\da-f-]{36}$/);
    expect(listLines(thread.id)).toMatchObject([{ msg: 'received', reqId: asked?.requestId }]);
    await test.runUntilIdle();
  });

  it('says which guard answered instead of a model', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    await texter.text(phone, 'STOP');
    await test.runUntilIdle();
    expect(listSteps(thread.id)).toMatchObject([
      { msg: 'received' },
      { msg: 'decided', as: 'guard', guard: 'keyword' },
      { msg: 'answered', state: 'recorded', guard: 'keyword' },
    ]);
  });
});

describe('a text that fails', () => {
  it('has a line that gives up its answer, with the reason', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const { db } = test.runtime;
    const setActive = (isActive: boolean) =>
      db.update(providers).set({ isActive }).where(eq(providers.id, expert.providerId));
    await setActive(false);
    await texter.text(phone, 'Hello');
    await test.runUntilIdle();
    await setActive(true);
    expect(listSteps(thread.id)).toMatchObject([
      { msg: 'received' },
      { msg: 'decided', as: 'unanswered' },
      { msg: 'given up: no answer', level: 40, kind: 'inactive' },
      { msg: 'sent' },
      { msg: 'delivered' },
    ]);
  });

  it('has a line for each attempt to send it', async () => {
    const { phone, thread } = await aConnectedUser(test, expert);
    const before = await readCount('sagewire_retries_total', { step: 'send' });
    test.sandbox.planFailure(phone, { kind: '429', times: 1 });
    await texter.text(phone, 'Hello');
    await test.runUntilIdle();
    test.sandbox.planFailure(phone, { kind: '21610', times: 1 });
    await test.advance(20_000);
    await test.runUntilIdle();
    expect(listLines(thread.id).filter(({ level }) => level === 40)).toMatchObject([
      { msg: 'not sent yet', kind: 'rate_limited', retryMs: expect.any(Number) },
      { msg: 'given up: not sent', kind: 'opted_out' },
    ]);
    expect(await readCount('sagewire_retries_total', { step: 'send' })).toBe(before + 1);
  });
});

describe('a refused webhook', () => {
  const post = (url: string, headers = {}) =>
    test.app.inject({ method: 'POST', url, payload: 'From=%2B12025550143&Body=secret', headers });
  const lastLine = (): Line =>
    written.map((line) => JSON.parse(line)).findLast(({ msg }) => msg.startsWith('webhook'));
  const ofExpert = () => `/api/webhooks/experts/${expert.id}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const signed = { ...form, 'x-twilio-signature': 'AAAA' };

  it.each([
    ['missing', form],
    ['wrong', signed],
  ])('says that its signature is %s', async (problem, headers) => {
    expect([401, 403]).toContain((await post(ofExpert(), headers)).statusCode);
    const reason = `signature ${problem}`;
    const facts = { level: 40, msg: 'webhook refused', channel: 'SMS', expert: expert.id, reason };
    expect(lastLine()).toMatchObject(facts);
  });

  it('says that its signature is of another account', async () => {
    const webhook = texter.webhookFor('+12025550143', 'secret', {
      AccountSid: `AC${'0'.repeat(32)}`,
    });
    expect((await webhook.send()).status).toBe(403);
    expect(lastLine()).toMatchObject({ msg: 'webhook refused', reason: 'signature foreign' });
  });

  it.each([
    ['expert', '/api/webhooks/experts/01989d8e-0000-7000-8000-000000000000?token=secret'],
    ['address', '/api/webhooks/expert/1?token=secret'],
  ])('with 404 names the path, and what is unknown: the %s', async (reason, url) => {
    expect((await post(url, form)).statusCode).toBe(404);
    expect(lastLine()).toMatchObject({ msg: 'webhook not found', reason, path: url.split('?')[0] });
    expect(JSON.stringify(lastLine())).not.toContain('secret');
  });
});

async function readCount(name: string, wanted: Record<string, string>): Promise<number> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  const found = values.find(({ labels }) =>
    Object.entries(wanted).every(([label, value]) => Reflect.get(labels, label) === value),
  );
  return found?.value ?? 0;
}
