import { expect, it } from 'vitest';
import { saysAllClear } from './all-clear.ts';

it.each([
  "I'm fine",
  'im fine bro',
  "I'm good, thanks for asking",
  "I'm alright mate",
  "calm down I'm fine",
  'I feel fine',
  "I'm not going to hurt myself",
  "It's a quote from a movie",
  "that's not what I meant",
  "it's for homework",
  'it was for an essay',
  'I was talking about a game',
  'I meant the phone battery',
  'I meant my phone died',
  'oops typo',
  'sorry autocorrect',
  'estoy bien gracias',
  'ça va',
  "mir geht's gut",
])('%j says that nothing is wrong', (text) => expect(saysAllClear(text)).toBe(true));

it.each([
  "I'm fine with that",
  "I'm fine with dying",
  "I'm not fine",
  "I'm fine, I just want to die",
  "I'm ok but my friend isn't",
  'im fine 🔪',
  "I'm fine I guess",
  "I'm fine. Goodbye everyone",
  "I'll be fine when I'm dead",
  "I don't need help",
  'thanks for asking',
  'not a joke',
  'ça ne va pas',
  'no estoy bien',
  'mir geht es nicht gut',
  'I meant my life',
])('%j does not', (text) => expect(saysAllClear(text)).toBe(false));
