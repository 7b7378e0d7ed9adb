import { describe, expect, it } from 'vitest';
import { composeAnswer, composeLongAnswer } from './compose.ts';
import type { Conversation } from './conversation.ts';

const ada =
  'You are Ada, a patient maths tutor. You explain maths for school, money and work, one step at a time.';
const sol =
  'You are Sol, a cook who loves kitchen science. You say what to cook, what to keep and why it works.';

/** A conversation in which the sandbox itself gave every earlier answer. */
function talk(system: string, ...texts: string[]): string {
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
    ['what is 1/2 + 1/3', '3/6 + 2/6 = 5/6'],
    ['1/4 + 1/4?', '= 2/4. That is 1/2.'],
    ['2/3 + 3/4', 'Or 1 5/12.'],
    ['12*7', '12 x 7 = 84.'],
    ['How much is 12 x 7 please', '84'],
    ['(2 + 3) * 4 - 1', '= 19.'],
    ['what is 15% of 80?', '= 12.'],
    ['2^10', '1024'],
    ['10 divided by 4', '2.5'],
    ['10 / 3', 'about 3.3333'],
    ['1,200 + 34', '1234'],
    ['5/0', 'divided by zero'],
    ['9 ^ 9999', 'too big'],
    ['a 20% tip on $45', '54'],
    ['30% off 80', 'you pay 56'],
    ['split $84 between 4', '21 each'],
    ['square root of 144', '12'],
    ['the average of 3, 5 and 10', 'mean is 6'],
  ])('works out %j', (text, part) => {
    expect(talk(ada, text)).toContain(part);
  });

  it.each(['call me on 2026-11-21', 'I was born 12/05/2001', 'route 66', 'I have 3 children'])(
    'sees no sum in %j',
    (text) => {
      expect(talk(ada, text)).not.toContain('=');
    },
  );

  it.each([
    [ada, 'Hi!', 'Ada'],
    [sol, 'hello there', 'Sol'],
    [ada, 'who are you?', 'maths'],
    [sol, 'How do I cook rice?', 'rice'],
    [sol, 'my eggs', 'egg'],
    [sol, 'what should I cook tonight?', ' '],
    [ada, 'I hate fractions', 'pieces'],
    ['', 'What is the airspeed of a swallow?', 'airspeed of a swallow'],
    [ada, 'Are you a real person?', 'no AI model and no person'],
    [ada, '[slow 5s]', 'no words'],
    [ada, '🙂', 'mind'],
  ])('as %j answers %j with %j', (system, text, part) => {
    expect(talk(system, text)).toContain(part);
  });

  it('remembers the conversation', () => {
    const begun = ['How do percentages work?', 'My name is Mia', '12*7'];
    expect(talk(ada, ...begun, 'What did I ask first?')).toContain('How do percentages work?');
    expect(talk(ada, ...begun, "what's my name?")).toContain('Mia');
    expect(talk(ada, ...begun, 'what did I just say?')).toContain('12*7');
    expect(talk(ada, 'What did I ask first?')).toContain('first text');
  });

  it('goes on where it stopped, until it knows no more', () => {
    expect(talk(sol, 'How do I cook rice?', 'Why?')).toContain('Resting');
    expect(talk(sol, 'How do I cook rice?', 'Why?', 'More')).toContain('all the sandbox knows');
  });

  it('says once that it is the sandbox', () => {
    expect(talk(ada, 'Hi')).toMatch(/\(Sandbox answer\.\)$/);
    expect(talk(ada, 'Hi', '12*7')).not.toContain('andbox');
  });

  it('fits a text and says the same again', () => {
    const texts = [
      'rice',
      'why?',
      'percent',
      'tax',
      'something odd entirely',
      'chicken and eggs',
      'thanks',
    ];
    for (const text of texts) {
      expect(talk(sol, text).length).toBeLessThan(320);
      expect(talk(sol, text)).toBe(talk(sol, text));
    }
  });

  it('can be long', () => {
    const turns = [{ role: 'user', text: '[long] rice' }] as const;
    expect(composeLongAnswer({ system: sol, turns: [...turns] }).length).toBeGreaterThan(1500);
  });
});
