import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpertRow } from '#server/db/schema.ts';
import { sweep } from '#server/operations/upkeep/sweep.ts';
import { hourMs } from '#shared/time.ts';
import { asAdmin, signIn } from '#test/api-client.ts';
import { aConnectedUser, anExpert } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';
import { createTexter } from '#test/texter.ts';
import { asksForAi } from './ai-request.ts';

it.each([
  ...[
    'AI',
    'ai.',
    'Back to Ada',
    'back to AI please',
    'Talk to the AI',
    'Resume',
    'Ada',
    'go back',
  ],
  ...[
    'Can I talk to Ada again?',
    'Bring back the bot',
    'I want to talk to Ada',
    'Switch back to the AI',
    'never mind',
    'bring Ada back',
    'Let Ada answer',
    'turn the AI back on',
    "I'd rather talk to Ada",
    'Can I have Ada back please?',
    'volver a Ada',
  ],
])('%s ends the wait for a person', (words) => {
  expect(asksForAi(words, 'Ada')).toBe(true);
});

it.each([
  ...[
    'Is Ada an AI?',
    'Help me with my resume',
    'back pain',
    'I want a person',
    'Ada Lovelace',
    '',
  ],
  ...['let me know when someone is here', 'turn on the light', 'start over'],
  ...['Continue the story', 'Hello', 'please'],
])('"%s" waits on', (words) => {
  expect(asksForAi(words, 'Ada')).toBe(false);
});

describe('a person who asked for someone', () => {
  let test: TestApp;
  let expert: ExpertRow;
  let { text, received, threadOf, spends } = {} as ReturnType<typeof createTexter>;
  beforeAll(async () => {
    test = await startTestApp();
    expert = await anExpert(test);
    await signIn(test, asAdmin);
    ({ text, received, threadOf, spends } = createTexter(test, expert));
  });
  afterAll(() => test.close());

  async function askForPerson() {
    const person = await aConnectedUser(test, expert);
    await text(person.phone, 'HUMAN');
    await text(person.phone, 'What is 2 + 2?');
    await test.runUntilIdle();
    expect(await threadOf(person.phone)).toMatchObject({ handler: 'human' });
    expect(received(person.phone)[0]).toMatch(/Text AI to go back to Ada\.$/);
    return person;
  }

  it('is back with the AI by a word, and gets what was held once', async () => {
    const { phone, user } = await askForPerson();
    await text(phone, 'Back to Ada');
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai', humanWantedAt: null });
    expect(received(phone).slice(1)).toEqual([
      expect.stringContaining("You're back with Ada, an AI."),
      expect.stringContaining('4'),
    ]);
    expect(await spends(user.id)).toBe(1);
  });

  it('is back with the AI after 12 hours without hours of the team', async () => {
    const { phone } = await askForPerson();
    await test.advance(11 * hourMs);
    await sweep(test.runtime);
    expect(await threadOf(phone)).toMatchObject({ handler: 'human' });
    await test.advance(2 * hourMs);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({ handler: 'ai' });
    expect(received(phone).at(-1)).toContain('4');
  });

  it('stays in the list of the team after a wait in vain, and calls it again', async () => {
    const { phone } = await askForPerson();
    await test.advance(13 * hourMs);
    await sweep(test.runtime);
    await test.runUntilIdle();
    expect(await threadOf(phone)).toMatchObject({
      handler: 'ai',
      humanWantedAt: expect.any(Date),
    });
    const calls: unknown[] = [];
    const ignore = test.runtime.changes.subscribe({
      onChange: (change) => {
        if (change.type === 'thread' && change.wantsHuman) calls.push(change);
      },
      onGap: () => {},
    });
    await text(phone, 'What is 3 + 1?');
    await test.runUntilIdle();
    expect(calls).toEqual([]);
    await text(phone, 'HUMAN');
    await test.runUntilIdle();
    expect(calls).toHaveLength(1);
    ignore();
  });
});
