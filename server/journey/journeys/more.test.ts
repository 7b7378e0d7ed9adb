import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveries, messages } from '#server/db/schema.ts';
import { aConnectedUser, anExpert, aPhone, getUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

const notice = '\n\nReply MORE for the rest.';
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function aPhoneThatTexts() {
  const expert = await anExpert(test);
  const phone = aPhone();
  const texter = createTexter(test, expert);
  const { user, thread } = await aConnectedUser(test, expert, { phoneNumber: phone }, phone);
  const say = async (body: string): Promise<string[]> => {
    const before = texter.received(phone).length;
    await texter.text(phone, body, expert);
    await test.runUntilIdle();
    return texter.received(phone).slice(before);
  };
  const readThread = () =>
    test.runtime.db
      .select()
      .from(messages)
      .where(eq(messages.threadId, thread.id))
      .orderBy(asc(messages.seq));
  const countUsed = async () => (await getUser(test.runtime.db, user.id)).messageCount;
  return { say, readThread, countUsed };
}

describe('MORE', () => {
  it.each(['MORE', 'more.', '“More”', 'Ｍｏｒｅ please!'])(
    'sends the rest of a reply that was cut, free: %s',
    async (word) => {
      const { say, readThread, countUsed } = await aPhoneThatTexts();
      const first = await say('[long]');
      expect(first).toHaveLength(3);
      expect(first[2]?.endsWith(notice)).toBe(true);
      const said = [...first];
      for (let tries = 0; said.at(-1)?.endsWith(notice) && tries < 9; tries++)
        said.push(...(await say(word)));
      expect(said.length).toBeGreaterThan(3);
      expect(said.at(-1)).not.toContain('MORE');
      const reply = (await readThread()).find(({ origin }) => origin === 'ai');
      const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
      expect(squeeze(said.map((text) => text.replace(notice, '')).join(' '))).toBe(
        squeeze(reply?.body ?? ''),
      );
      expect(await countUsed()).toBe(1);
      // Nothing is left, so it is a question like any other.
      expect(await say(word)).toHaveLength(1);
      expect(await countUsed()).toBe(2);
    },
  );

  it('sends the same texts again, free, if they failed', async () => {
    const { say, readThread, countUsed } = await aPhoneThatTexts();
    await say('[long]');
    const rest = await say('MORE');
    const more = (await readThread()).find(({ systemKind }) => systemKind === 'more');
    const { db } = test.runtime;
    const failed = eq(deliveries.messageId, more?.id as string);
    await db.update(deliveries).set({ state: 'failed' }).where(failed);
    await db
      .update(messages)
      .set({ deliveryState: 'failed' })
      .where(eq(messages.id, more?.id as string));
    expect(await say('MORE')).toEqual(rest);
    expect(await countUsed()).toBe(1);
  });

  it('is an ordinary text after a reply that was sent in full', async () => {
    const { say, countUsed } = await aPhoneThatTexts();
    await say('[long]');
    await say('What is 2+2?');
    expect(await countUsed()).toBe(2);
    await say('MORE');
    expect(await countUsed()).toBe(3);
  });

  it('sends nothing after STOP', async () => {
    const { say, countUsed } = await aPhoneThatTexts();
    await say('[long]');
    await say('STOP');
    expect(await say('MORE')).toEqual([]);
    expect(await countUsed()).toBe(1);
  });
});
