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
  'Can I talk to a person please? I was charged twice',
  'I was charged twice. Can I talk to a person?',
  'I want to talk to a human because I was charged twice',
  'Hi! I need to speak to a real person. This is urgent!!',
  "I'd like to speak with a representative, my card was charged twice",
  'Please connect me to an agent about my bill',
  'Is there a real person I can talk to?',
  'Can a human help me? The bot does not understand',
  "I don't want to talk to a bot",
  'quiero hablar con una persona. me cobraron dos veces',
  'kuche',
  'Can someone call me?',
  'I want to talk to a real person not a bot',
  'can i have a human',
  'can i get a real person on here',
  'escalate to a human',
  'talk to support',
  'je voudrais parler à un humain',
  'Puis-je parler à quelqu’un ?',
  'Ich möchte mit einem Menschen sprechen',
  'Kann ich mit einem Mitarbeiter sprechen?',
  'quero falar com uma pessoa',
  'voglio parlare con una persona',
  'ik wil een mens spreken',
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
  'Can someone help me with my homework?',
  'Can someone call me fat and be right?',
  'Wie kann ich mit Menschen sprechen, wenn ich schüchtern bin?',
  'How do I talk to support my friend?',
  'manager',
  'I need an agent',
  'I want a manager who listens',
  '🙏',
  '',
  'How can I talk to someone about my day?',
  'I talked to a person yesterday. What is a fraction?',
  'My teacher said: talk to a person every day. Why?',
  `Please ${'please '.repeat(45)}talk to a person`,
])('%s does not', (body) => {
  expect(asksForHuman(body, words)).toBe(false);
});
