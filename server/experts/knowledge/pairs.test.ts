import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, type ExpertRow, sourcePieces } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
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

const coffee = {
  question: 'Do you sell coffee machines?',
  answer: 'We sell no coffee machines, but beans for $9.',
};

async function aPair(expert: ExpertRow, pair = coffee) {
  const path = `/api/experts/${expert.id}/sources`;
  const added = await admin.call('POST', path, pair);
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const { id } = added.body.source as { id: string };
  return {
    id,
    change: (body: object) => admin.call('PATCH', `${path}/${id}`, body),
    show: async () => (await admin.call('GET', `${path}/${id}`)).body,
  };
}

const listPiecesOf = (sourceId: string) =>
  test.runtime.db
    .select({ generation: sourcePieces.generation, text: sourcePieces.text })
    .from(sourcePieces)
    .where(eq(sourcePieces.sourceId, sourceId))
    .orderBy(asc(sourcePieces.generation));

describe('a question with its answer', () => {
  it('is reworded in place: the next text is answered with the new words', async () => {
    const expert = await anExpert(test, { knowledgeMode: 'strict' });
    const texter = createTexter(test, expert);
    const { phone } = await aConnectedUser(test, expert);
    const ask = async () => {
      await texter.text(phone, 'do you sell coffee machines');
      await test.runUntilIdle();
      return texter.received(phone).at(-1);
    };
    await aPair(expert, { question: 'Where may I park?', answer: 'Behind the mill.' });
    await aPair(expert, { question: 'May my dog come in?', answer: 'Dogs wait at the door.' });
    const pair = await aPair(expert);
    expect(await ask()).toContain('beans for $9');
    const changed = await pair.change({ answer: 'We sell no coffee machines, but beans for $12.' });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.source).toMatchObject({ state: 'live', title: coffee.question, pieces: 1 });
    expect(await ask()).toContain('beans for $12');
    expect((await pair.show()).pair).toEqual({
      ...coffee,
      answer: 'We sell no coffee machines, but beans for $12.',
    });
    expect(await listPiecesOf(pair.id)).toEqual([
      {
        generation: 2,
        text: `Question: ${coffee.question}\nAnswer: We sell no coffee machines, but beans for $12.`,
      },
    ]);
    const logged = await test.runtime.db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, pair.id))
      .orderBy(asc(auditLog.createdAt));
    expect(logged.at(-1)).toEqual({ action: 'source.update', after: { generation: 2 } });
  });

  it('is named by its question until an admin names it', async () => {
    const pair = await aPair(await anExpert(test));
    const tea = await pair.change({ question: 'Do you sell tea?' });
    expect(tea.body.source.title).toBe('Do you sell tea?');
    const named = await pair.change({ title: 'Drinks' });
    expect(named.body.source.title).toBe('Drinks');
    const cocoa = await pair.change({ question: 'Do you sell cocoa?' });
    expect(cocoa.body.source.title).toBe('Drinks');
  });

  it('comes back as it was written, also over several lines', async () => {
    const pair = await aPair(await anExpert(test), {
      question: 'Coffee?\nOr tea?',
      answer: 'Both.\n\nAnswer: is a word that may begin a line.',
    });
    expect((await pair.show()).pair).toEqual({
      question: 'Coffee?\nOr tea?',
      answer: 'Both.\n\nAnswer: is a word that may begin a line.',
    });
  });

  it('that says what another says is refused, and stays as it was; saying the same again is not', async () => {
    const expert = await anExpert(test);
    await aPair(expert);
    const other = await aPair(expert, { ...coffee, answer: 'Ask at the counter.' });
    const twin = await other.change(coffee);
    expect([twin.status, twin.body.message]).toEqual([
      409,
      `This is there already, as "${coffee.question}".`,
    ]);
    const same = await other.change({ answer: 'Ask at the counter.' });
    expect(same.status).toBe(200);
    expect(await listPiecesOf(other.id)).toMatchObject([{ generation: 1 }]);
  });

  it('has words; other kinds are not reworded', async () => {
    const expert = await anExpert(test);
    const pair = await aPair(expert);
    const blank = await pair.change({ answer: '  ' });
    expect([blank.status, blank.body.message]).toEqual([400, 'answer: Answer is required']);
    const path = `/api/experts/${expert.id}/sources`;
    const text = await admin.call('POST', path, { title: 'Hours', text: 'Open at 9:15.' });
    const refused = await admin.call('PATCH', `${path}/${text.body.source.id}`, {
      answer: 'Open at 8.',
    });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Only a question with its answer is reworded here. Add the new words as a source, and delete this one.',
    ]);
    await test.runUntilIdle();
    const shown = await admin.call('GET', `${path}/${text.body.source.id}`);
    expect(shown.body.pair).toBeNull();
  });

  it('is reworded by two admins at once one after the other, and no piece is left over', async () => {
    const pair = await aPair(await anExpert(test));
    const replies = await Promise.all(
      ['Yes.', 'No.', 'Maybe.'].map((answer) => pair.change({ answer })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listPiecesOf(pair.id)).toMatchObject([{ generation: 4 }]);
  });
});
