import { expect, it } from 'vitest';
import { personWords } from '#shared/keywords.ts';
import { asksForHuman } from './human-request.ts';

const words = [...personWords, 'HUMAN', 'küche'];

it.each([
  'AGENT',
  'Agent 🙏',
  '(agent)',
  '“AGENT”',
  'human please',
  'A person, please!',
  'real human',
  'Can I talk to a person?',
  'I want to talk to a human',
  "I'd like to speak with someone on your team",
  'Talk to person',
  'Speak to a human being please',
  'get me a real person now',
  'connect me to an agent',
  'customer service',
  'quiero hablar con una persona',
  'kuche',
])('%s asks for a person', (body) => {
  expect(asksForHuman(body, words)).toBe(true);
});

it.each([
  'person',
  'a human',
  'Are you human?',
  'How do I talk to a person I like?',
  'How many people can I talk to?',
  'an agent is a person who acts for another',
  'Can I talk to you?',
  'manager',
  'I need an agent',
  'I want a manager who listens',
  '🙏',
  '',
  `Please ${'please '.repeat(40)}talk to a person`,
])('%s does not', (body) => {
  expect(asksForHuman(body, words)).toBe(false);
});
