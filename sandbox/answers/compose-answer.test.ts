import { describe, expect, it } from 'vitest';
import { demo } from '../demo/demo.ts';
import { composeAnswer, composeLongAnswer } from './compose-answer.ts';
import type { Conversation } from './conversation.ts';

const promptOf = (expert: string) =>
  demo.experts.find(({ displayName }) => displayName === expert)?.systemPrompt ?? '';
const ada = promptOf('Ada');
const sol = promptOf('Sol');

function converse(system: string, ...texts: string[]): string {
  const conversation: Conversation = { system, turns: [] };
  let answer = '';
  for (const text of texts) {
    conversation.turns.push({ role: 'user', text });
    answer = composeAnswer(conversation);
    conversation.turns.push({ role: 'assistant', text: answer });
  }
  return answer;
}

describe('composeAnswer', () => {
  it.each([
    ['12*7', '12 * 7 is 84.'],
    ['How much is 12 x 7 please', '84'],
    ['What is 7 times 8?', '56'],
    ['What is 15% of 80?', '15% of 80 is 12.'],
    ['And 20 percent of 45?', '9'],
    ['10 divided by 4', '2.5'],
    ['1,200 + 34', '1234'],
    ['5 divided by 0', 'divided by zero'],
  ])('works out %j', (text, part) => {
    expect(converse(ada, text)).toContain(part);
  });

  it.each(['call me on 2026-11-21', 'I was born 12/05/2001', 'route 66', 'Call 202-555-0143'])(
    'sees no sum in %j',
    (text) => {
      expect(converse(ada, text)).not.toMatch(/\d is -?\d/);
    },
  );

  it.each([
    [ada, 'Hi!', 'Ada'],
    [sol, 'hello there', 'Sol'],
    [sol, 'my eggs', 'egg'],
    [sol, 'what should I cook tonight?', 'garlic'],
    [ada, 'I hate fractions', 'pieces'],
    ['', 'How do I cook rice?', 'rice'],
    [ada, 'Are you a real person?', 'no AI model and no person'],
    [ada, '[slow 5s]', 'no words'],
    [ada, '🙂', 'mind'],
  ])('as %j answers %j with %j', (system, text, part) => {
    expect(converse(system, text)).toContain(part);
  });

  it.each([
    [ada, 'Try "How do we add 1/2 and 1/3?" With an AI provider connected, Ada answers for real.'],
    ['', 'With an AI provider connected, the expert answers for real.'],
  ])('as %j says so when it has no answer', (system, ending) => {
    const answer = converse(system, 'What is the airspeed of a swallow?');
    expect(answer).toContain('this is the sandbox');
    expect(answer.endsWith(ending)).toBe(true);
  });

  it('remembers the conversation', () => {
    const begun = ['How do percentages work?', 'My name is Mia', '12*7'];
    expect(converse(ada, ...begun, 'What did I ask first?')).toContain('How do percentages work?');
    expect(converse(ada, ...begun, "what's my name?")).toContain('Mia');
    expect(converse(ada, ...begun, 'what did I just say?')).toContain('12*7');
    expect(converse(ada, ...begun, 'What did you say?')).toContain('84');
    expect(converse(ada, 'What did I ask first?')).toContain('first text');
  });

  it('continues its last answer until it knows no more', () => {
    expect(converse(sol, 'How do I cook rice?', 'Why?')).toContain('Resting');
    expect(converse(sol, 'How do I cook rice?', 'Why?', 'More')).toContain('all the sandbox knows');
  });

  it('says once that it is the sandbox', () => {
    expect(converse(ada, 'Hi')).toMatch(/\(Sandbox answer\.\)$/);
    expect(converse(ada, 'Hi', '12*7')).not.toContain('andbox');
  });

  it('can be long', () => {
    const turns = [{ role: 'user', text: '[long] rice' }] as const;
    expect(composeLongAnswer({ system: sol, turns: [...turns] }).length).toBeGreaterThan(1500);
  });
});
