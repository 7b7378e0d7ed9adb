import { toWords } from './to-words.ts';

const maxRequestLength = 80;
const ahead =
  '(?:(?:hi|hey|ok|okay|please|pls|just|no|never mind|nevermind|forget it|can i|could i|may i|can you|could you|i want to|i would like to|id like to|i would rather|id rather|let me|you can) )*';
const verb =
  '(?:(?:go |get |come |switch |take me |put me |give me |bring )?back(?: to| with)?|(?:talk|speak|chat|return|switch|continue|go on|resume)(?: to| with)?|resume|bring(?: back)?|use|i want|give me|have|let|turn(?: the)?(?: back)?(?: on)?|start|unpause|reactivate|volver a|vuelve a|quiero(?: hablar con)?)';
const behind =
  '(?: (?:please|pls|again|back|now|instead|thanks|thank you|on|answer|reply|take over))*';
const bots = ['ai', 'the ai', 'bot', 'the bot', 'robot', 'assistant', 'the assistant', 'chatbot'];
const withoutName =
  /^(?:resume|go back|switch back|continue|back|unpause|never ?mind|forget it|cancel that)(?: (?:please|pls|thanks|thank you))?$/;

/** Whole texts that end a wait for a person: "AI", "back to Ada", "talk to the AI", "resume", "never mind". */
export function asksForAi(body: string, displayName: string): boolean {
  if (body.length > maxRequestLength) return false;
  const text = toWords(body);
  const names = new Set([...bots, toWords(displayName)]);
  const whole = new RegExp(`^${ahead}(?:${verb} )?(.*?)${behind}$`).exec(text);
  return withoutName.test(text) || names.has(whole?.[1] ?? '');
}
