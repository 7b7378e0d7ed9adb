import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '#server/admin/run.ts';
import type { ExpertRow } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let expert: ExpertRow;
let texter: ReturnType<typeof createTexter>;

beforeAll(async () => {
  test = await startTestApp();
  expert = await anExpert(test);
  texter = createTexter(test, expert);
});
afterAll(() => test.close());

const explain = (subject: string, settings: Record<string, string> = {}) =>
  runAdmin(['explain', subject], {
    environment: { DATA_DIR: test.runtime.config.dataDir, ...settings },
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

  it('says that nothing is known', async () => {
    const { code, out, err } = await explain('SM00000000000000000000000000000000');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Nothing is known of SM0/);
  });
});
