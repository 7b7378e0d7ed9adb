import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence, type experts } from '#server/db/schema.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { runAdmin } from './run.ts';

let test: TestApp;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, asAdmin);
});
afterAll(() => test.close());

const pairs = [
  ['Do you sell coffee machines?', 'We sell no coffee machines, but beans for $9.'],
  ['Where may I park?', 'Behind the mill.'],
  ['May my dog come in?', 'Dogs wait at the door.'],
];

async function askBaker(question: string, change: Partial<typeof experts.$inferInsert> = {}) {
  const expert = await anExpert(test, { knowledgeMode: 'strict', ...change });
  for (const [asked, answer] of pairs) {
    const body = { question: asked, answer };
    const added = await admin.call('POST', `/api/experts/${expert.id}/sources`, body);
    expect(added.status).toBe(201);
  }
  const texter = createTexter(test, expert);
  const { phone } = await aConnectedUser(test, expert);
  await texter.text(phone, question);
  await test.runUntilIdle();
  const [asked] = await texter.messagesOf(phone);
  return { id: asked?.id as string, phone };
}

async function explain(subject: string): Promise<string[]> {
  const { out } = await runAdmin(['explain', subject], {
    environment: { DATA_DIR: test.runtime.config.dataDir },
    openDatabase: test.openDatabase,
  });
  return out.split('\n');
}

const listSentences = (lines: string[]) =>
  lines.flatMap((line) => /sources: (.*)$/.exec(line)?.[1] ?? []);

const change = (id: string, values: Partial<typeof evidence.$inferInsert>) =>
  test.runtime.db.update(evidence).set(values).where(eq(evidence.messageId, id));

describe('explain tells how an answer leaned on sources', () => {
  it('that hold it: what was given and quoted, before the answer, without their words', async () => {
    const { id } = await askBaker('do you sell coffee machines');
    const lines = await explain(id);
    expect(listSentences(lines)).toEqual([
      'the model was given all that is live and valid, 3 pieces',
      'the answer is supported, it quotes "Do you sell coffee machines?"',
    ]);
    const at = (part: string) => lines.findIndex((line) => line.includes(part));
    expect(at('received by SMS')).toBeLessThan(at('sources: the model'));
    expect(at('sources: the answer')).toBeLessThan(at('answered by'));
    expect(lines.join()).not.toContain('beans');
  });

  it('of which a search chose the best', async () => {
    const { id } = await askBaker('do you sell coffee machines', { knowledgeBudget: 50 });
    expect(listSentences(await explain(id))[0]).toMatch(
      /^the model was given what a search found, 1 piece, the best: 1\. "Do you sell coffee machines\?"$/,
    );
  });

  it("that don't hold it", async () => {
    const { id } = await askBaker('who painted the ceiling of the station');
    expect(listSentences(await explain(id)).at(-1)).toMatch(/^the model found no answer in them/);
  });

  it('that are not needed for talk', async () => {
    const { id } = await askBaker('hello');
    expect(listSentences(await explain(id)).at(-1)).toBe(
      'the answer is talk, which needs no source',
    );
  });

  it('what was refused and why, and that the model was asked once more', async () => {
    const { id } = await askBaker('do you sell coffee machines');
    const faults = ['Its quote "We do, for $99." does not stand in the source.'];
    await change(id, { retry: { faults, isAnswered: true } });
    expect(listSentences(await explain(id))[1]).toBe(
      'the first answer was refused: Its quote "..." does not stand in the source. Then the model was asked once more',
    );
    await change(id, {
      ...{ outcome: 'unverified', refused: 'We do, for $99.', quotes: [] },
      faults: ['"$99" stands neither in its quotes nor in the question.'],
      retry: {
        faults: ['The link https://evil.example/x stands in no source.'],
        isAnswered: false,
      },
    });
    const lines = await explain(id);
    expect(listSentences(lines).slice(1)).toEqual([
      'the first answer was refused: The link stands in no source. Then the model was asked once more and failed, so the first answer counts',
      'the answer is not verified: "..." stands neither in its quotes nor in the question. It was not sent',
    ]);
    expect(lines.join()).not.toMatch(/\$99|evil/);
  });

  it('also for rows of before, and says nothing where there are no sources', async () => {
    const { id } = await askBaker('do you sell coffee machines');
    await change(id, { givenCount: null });
    expect(listSentences(await explain(id))[0]).toBe(
      'the model was given all that is live and valid',
    );
    await test.runtime.db.delete(evidence).where(eq(evidence.messageId, id));
    expect(listSentences(await explain(id))).toEqual([]);
  });
});
