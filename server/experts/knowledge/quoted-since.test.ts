import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { evidence } from '#server/db/schema.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const hours = {
  title: 'Opening hours',
  text: 'The shop at the mill closes on Sundays at 13:00.\n\nBread costs $4 a loaf.\n\nDogs wait at the door.',
};
const parking = { question: 'Where may I park my car?', answer: 'Cars stand behind the mill.' };

/** A person has asked, and the answer quotes the source. */
async function askAbout(source: object, question: string) {
  const expert = await anExpert(test, { knowledgeMode: 'strict' });
  const path = `/api/experts/${expert.id}/sources`;
  const ids: string[] = [];
  for (const body of [source, { title: 'Other', text: 'We bake rye and spelt.' }, parking]) {
    const added = await admin.call('POST', path, body);
    if (added.status === 409) continue;
    ids.push(added.body.source.id);
    await test.runUntilIdle();
    await admin.call('POST', `${path}/${added.body.source.id}/publish`);
  }
  const texter = createTexter(test, expert);
  const { phone, user } = await aConnectedUser(test, expert);
  await texter.text(phone, question);
  await test.runUntilIdle();
  const { id } = await texter.threadOf(phone);
  const [asked] = await texter.messagesOf(phone);
  const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
  const find = (body: { messages: { origin: string; evidence: { quotes: object[] } }[] }) =>
    body.messages.find(({ origin }) => origin === 'ai')?.evidence.quotes;
  return {
    path: `${path}/${ids[0]}`,
    askedId: asked?.id as string,
    quotesForAdmin: async () => find((await admin.call('GET', `/api/threads/${id}/messages`)).body),
    quotesForPerson: async () =>
      find((await callAs(test, token)('GET', `/api/threads/${id}/messages`)).body),
  };
}

describe('what an answer quotes', () => {
  it('names the reading it is from, and that the source was read again since, to the team alone', async () => {
    const asked = await askAbout(hours, 'when does the shop at the mill close on sundays');
    const quote = { title: hours.title, generation: 1 };
    expect(await asked.quotesForAdmin()).toMatchObject([{ ...quote, changedSince: null }]);
    expect((await admin.call('POST', `${asked.path}/read`)).status).toBe(200);
    await test.runUntilIdle();
    expect(await asked.quotesForAdmin()).toMatchObject([{ ...quote, changedSince: 'read-again' }]);
    const [shown] = (await asked.quotesForPerson()) ?? [];
    expect(Object.keys(shown ?? {}).sort()).toEqual(
      ['isQuotable', 'page', 'sourceId', 'title', 'validFrom', 'words'].sort(),
    );
  });

  it('says that a question with its answer was reworded since', async () => {
    const asked = await askAbout(parking, 'where may i park my car');
    expect(await asked.quotesForAdmin()).toMatchObject([{ generation: 1, changedSince: null }]);
    await admin.call('PATCH', asked.path, { validUntil: '2099-12-31' });
    expect(await asked.quotesForAdmin()).toMatchObject([{ changedSince: null }]);
    await admin.call('PATCH', asked.path, { answer: 'Cars stand before the mill.' });
    expect(await asked.quotesForAdmin()).toMatchObject([
      { generation: 1, changedSince: 'reworded' },
    ]);
  });

  it('says nothing of a source that is gone, nor in answers of before', async () => {
    const asked = await askAbout(parking, 'where may i park my car');
    await admin.call('PATCH', asked.path, { answer: 'Cars stand before the mill.' });
    const { db } = test.runtime;
    const ofAnswer = eq(evidence.messageId, asked.askedId);
    const [row] = await db.select({ quotes: evidence.quotes }).from(evidence).where(ofAnswer);
    const quotes = (row?.quotes ?? []).map(({ generation: _, ...quote }) => quote);
    await db.update(evidence).set({ quotes }).where(ofAnswer);
    expect(await asked.quotesForAdmin()).toMatchObject([{ changedSince: null }]);
    await admin.call('DELETE', asked.path);
    expect(await asked.quotesForAdmin()).toMatchObject([{ words: '', changedSince: null }]);
  });
});
