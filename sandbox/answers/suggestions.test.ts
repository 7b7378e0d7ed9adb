import { expect, it } from 'vitest';
import { sampleTalk } from '#shared/sample-talk.ts';
import { sampleTalks, screenshotTalk } from '#test/e2e/screens/talks.ts';
import { demo } from '../demo/demo.ts';
import { composeAnswer } from './compose-answer.ts';
import { listSuggestions } from './subjects/find-answer.ts';

const expected: Record<string, RegExp> = {
  'How do we add 1/2 and 1/3?': /3\/6 .*2\/6.* 5\/6/,
  'What is 15% of 80?': /\b12\b/,
  'How do I cook rice?': /1\.5 cups of water/,
  'How do I get crispy chicken skin?': /skin dry .*cold pan/,
  'Why are the leaves of my basil yellow?': /too much water/,
  'How often do I water a cactus?': /two to three weeks/,
  'How do I say no to a wedding?': /Thank you for thinking of me/,
  'How do I begin a toast?': /one small moment/,
};

const suggested = demo.experts.flatMap(({ displayName }) =>
  listSuggestions(displayName).map((question) => [displayName, question] as const),
);
const seeded = demo.people
  .flatMap(({ talks }) => talks)
  .flatMap(({ expert, exchanges }) =>
    exchanges.map(({ question, answer }) => [expert, question, answer] as const),
  );
/** On the expert's page. */
const sampled = demo.experts.flatMap(({ displayName, sampleQuestions }) =>
  sampleQuestions.split('\n').map((question) => [displayName, question] as const),
);
const shown = [...sampleTalks, { expert: 'Sol', ...sampleTalk }].map(
  ({ expert, question }) => [expert, question] as const,
);

function answerAs(expert: string, text: string): string {
  const system = demo.experts.find(({ displayName }) => displayName === expert)?.systemPrompt ?? '';
  return composeAnswer({ system, turns: [{ role: 'user', text }] });
}

it('offers something to ask every expert of the demo', () => {
  expect(suggested.map(([, question]) => question)).toEqual(Object.keys(expected));
});

it.each(suggested)('%s answers the quick text %j', (expert, question) => {
  const answer = answerAs(expert, question);
  expect(answer).toMatch(expected[question] ?? /^$/);
  expect(answer.length).toBeLessThan(320);
});

it.each(seeded)('%s answers %j as in the seeded conversation', (expert, question, answer) => {
  expect(answerAs(expert, question)).toContain(answer);
});

it.each([...shown, ...sampled, ...screenshotTalk.map((text) => ['Ada', text] as const)])(
  '%s answers %j, which a screen shows',
  (expert, question) => {
    expect(answerAs(expert, question)).not.toContain('this is the sandbox');
  },
);
