import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveries, type ExpertRow, messages, replyDrafts } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { runAdmin } from './run.ts';

let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  texter = createTexter(test, expert);
});
afterAll(() => test.close());

const explain = (...subject: string[]) =>
  runAdmin(['explain', ...subject], {
    environment: { DATA_DIR: test.runtime.config.dataDir },
    openDatabase: test.openDatabase,
  });

async function anAnsweredText(body = 'Where do swifts sleep?') {
  const { phone, thread } = await aConnectedUser(test, expert);
  await texter.text(phone, body);
  await test.runUntilIdle();
  const [asked, answer] = await texter.messagesOf(phone);
  return { phone, thread, asked: asked as NonNullable<typeof asked>, answer };
}

/** In this order, whatever stands between. */
function expectInOrder(text: string, parts: (string | RegExp)[]): void {
  let rest = text;
  for (const part of parts) {
    const at = typeof part === 'string' ? rest.indexOf(part) : rest.search(part);
    expect(at, `${part} in\n${rest}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + 1);
  }
}

describe('explain', () => {
  it("tells a text's whole way in order, without its words", async () => {
    const { phone, asked, answer } = await anAnsweredText();
    const { code, out, err } = await explain(asked.id);
    expect([code, err]).toEqual([0, '']);
    expectInOrder(out, [
      `Message ${asked.id}, SMS, ${phone} and ${expert.displayName}`,
      `received by SMS: 22 characters, gateway id ${asked.gatewayMessageId}, request ${asked.requestId}`,
      /answered by openai .* tokens: /,
      /text 1: first call of the gateway/,
      'now: answered',
      /now: text 1 is delivered, gateway id SM/,
    ]);
    expect(out).toContain('credit: spend (Reply)');
    expect(out).not.toContain('swifts');
    expect(out).not.toContain(answer?.body);
  });

  it.each(['gateway', 'answer', 'request', 'phone', 'thread'])(
    'finds the text by the id or number of the %s',
    async (kind) => {
      const { phone, thread, asked, answer } = await anAnsweredText();
      const subjects: Record<string, string | null | undefined> = {
        gateway: asked.gatewayMessageId,
        answer: answer?.id,
        request: asked.requestId,
        phone,
        thread: thread.id,
      };
      const { out } = await explain(subjects[kind] as string);
      expect(out).toContain(`Message ${asked.id}, `);
      expect(out.match(/^Message /gm)).toHaveLength(1);
    },
  );

  it('lists each failed attempt with its reason, and what is still to do', async () => {
    const { phone } = await aConnectedUser(test, expert);
    test.sandbox.planFailure(phone, { kind: '429', times: 1 });
    await texter.text(phone, 'Hello');
    await test.runUntilIdle();
    const { out } = await explain(phone);
    expectInOrder(out, [/text 1 failed: rate_limited, /, 'now: text 1 is queued, next attempt']);
    expect(out).toMatch(/now: deliver-reply of the thread is due/);
  });

  it('says in words which guard stood in the way', async () => {
    const phone = aPhone();
    await texter.text(phone, 'Hello');
    await test.runUntilIdle();
    expect((await explain(phone)).out).toContain('Not answered: number not verified yet');
  });

  it('finds a text by the id of its trace, and by a number with spaces, quoted or not', async () => {
    const { phone, asked } = await anAnsweredText();
    const spaced = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)];
    for (const words of [[asked.id.replaceAll('-', '')], [` ${asked.id} `], spaced]) {
      const { out } = await explain(...words);
      expect(out).toContain(`Message ${asked.id}, `);
    }
  });

  it.each(['SM00000000000000000000000000000000', ' ', '+12025550199'])(
    'says that nothing is known of "%s", and where to look',
    async (subject) => {
      const { code, out, err } = await explain(subject);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^Nothing is known of .*\n.*find-out-why\.md/);
    },
  );

  it('says that the team has the conversation, since when, why and until when', async () => {
    await aUser(test, { role: 'ADMIN' });
    const { phone, thread } = await aConnectedUser(test, expert);
    await texter.text(phone, 'HUMAN');
    await test.runUntilIdle();
    await texter.text(phone, 'Where do swifts sleep?');
    await test.runUntilIdle();
    const { out } = await explain(thread.id);
    expect(out).toMatch(/the AI is off since .* because a person was asked for, until 20/);
    expect(out).toContain('no colleague has it');
    expect(out).toContain('now: held; waits for the team');
  });

  it('says that a gateway took a text and never reported its delivery', async () => {
    const { asked, answer } = await anAnsweredText();
    const { db } = test.runtime;
    const ofAnswer = eq(deliveries.messageId, answer?.id as string);
    await db.update(deliveries).set({ state: 'sent' }).where(ofAnswer);
    const { out } = await explain(asked.id);
    expect(out).toContain('now: text 1 is sent, its delivery is not reported, gateway id SM');
  });

  it('says why a text without words has no answer', async () => {
    const { asked } = await anAnsweredText(' ');
    expect((await explain(asked.id)).out).toContain(
      'now: recorded; it had no words and no picture\n',
    );
  });

  it("tells a lookup before the call it led to, and not as that call's failure", async () => {
    const { asked, answer } = await anAnsweredText();
    const at = new Date('2027-01-31T10:00:16Z');
    await test.runtime.db
      .update(deliveries)
      .set({
        attempts: 2,
        sendingAt: at,
        failures: [
          { at: '2027-01-31T10:00:00.000Z', kind: 'unknown_outcome', detail: 'Twilio 20500' },
          { at: at.toISOString(), kind: 'not_sent', detail: 'The gateway never received it.' },
        ],
      })
      .where(eq(deliveries.messageId, answer?.id as string));
    expectInOrder((await explain(asked.id)).out, [
      'text 1 failed: unknown_outcome, Twilio 20500',
      'text 1 was looked up: The gateway never received it.',
      'text 1: call 2 of the gateway',
    ]);
  });

  it('names a draft that waits for the team', async () => {
    const { phone, asked } = await anAnsweredText();
    await test.runtime.db.insert(replyDrafts).values({
      ...{ messageId: asked.id, threadId: asked.threadId, body: 'In the air' },
      createdAt: test.runtime.clock.now(),
    });
    const { out } = await explain(phone);
    expect(out).toContain('an answer was written and kept as a draft for the team');
    expect(out).not.toContain('In the air');
  });

  it('says what a command word was read as, and why nothing was sent', async () => {
    const { phone } = await aConnectedUser(test, expert);
    await texter.text(phone, 'STOP');
    await test.runUntilIdle();
    const { out } = await explain(phone);
    expect(out).toContain('now: recorded; STOP: opted out; no text of ours: the gateway answers');
  });

  it('tells a retry as what it is, not as a failure', async () => {
    const { asked } = await anAnsweredText();
    const at = new Date(0).toISOString();
    const failures = [{ at, kind: 'replayed', detail: 'An admin retried it.' }];
    await test.runtime.db.update(messages).set({ failures }).where(eq(messages.id, asked.id));
    const { out } = await explain(asked.id);
    expect(out).toContain('is to be answered again. An admin retried it.');
    expect(out).not.toContain('failed');
  });
});
