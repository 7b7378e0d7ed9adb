import { toWords } from './to-words.ts';

/** A longer text asks something else, too. */
const longestQuestion = 120;

/** Words around the question: "hey, be honest: … right now?" */
const around =
  'hi|hey|hello|yo|ok|okay|so|wait|well|um|uh|lol|omg|sorry|please|pls|but|and|just|again|really|actually|seriously|honestly|serious question|be honest|tell me|quick question|or what|right|now|here|then|though|tho|there|oye|hola|perdon|dime|entonces|por favor|de verdad|en serio';
const article = 'a|an|the|some|any|my|un|una';
const quality =
  'real|actual|live|living|human|true|fake|ai|a i|chat|automated|automatic|computer|machine|virtual|smart|breathing|honest to god';
const being =
  'human|humans|human being|person|people|man|woman|guy|girl|lady|dude|bot|bots|chatbot|chat bot|robot|machine|computer|program|computer program|software|algorithm|ai|a i|artificial intelligence|llm|language model|chatgpt|chat gpt|gpt|claude|gemini|assistant|alive|real|automated|someone|somebody|agent|flesh and blood|persona|humano|humana|ser humano|robot|maquina|ia|una inteligencia artificial|inteligencia artificial|programa|persona real|persona de verdad|alguien real|alguien de verdad';
/** With article and qualities: "an actual, live person". */
const who = `(?:(?:${article}) )?(?:(?:${quality}) ){0,3}(?:${being})`;
const either = `${who}(?: (?:or|o) (?:is it |are you |am i talking to )?(?:${who}|not|no|what))?`;
const verb = 'talking|speaking|texting|chatting|writing|messaging|typing';

const questions = [
  `(?:are|r|is|ur|youre|you are|u are|u r) (?:you|u|ya|this|that|this really|you really|you actually|u really|you even|you still) (?:really |actually |even |just |truly |still |secretly )?${either}`,
  `(?:are you|r u|you are|youre|ur|you|u|this is|is this|is that) (?:really |actually |just |not )?${either}`,
  `(?:am i|are we|is it) (?:really |actually |just |still )?(?:${verb}) (?:to|with) ${either}`,
  `who am i (?:really |actually )?(?:${verb}) (?:to|with)`,
  `(?:is|are) there (?:really |actually )?${either}(?: (?:there|here|behind this|on the other end|on the other side|reading this|typing|answering))?`,
  `do i (?:talk|speak|text|chat) (?:to|with) ${either}`,
  `what are you`,
  `are you not ${who}`,
  `(?:eres|es|es usted|es esto|esto es|sos|tu eres|usted es) (?:realmente |solo )?${either}`,
  `(?:estoy |estamos )?(?:hablando|hablo|chateando|escribiendo|escribo) con ${either}`,
  `hay ${either}(?: (?:ahi|aqui|detras))?`,
  `(?:con quien (?:hablo|estoy hablando)|que eres)`,
].join('|');

const whole = new RegExp(`^(?:(?:${around}) )*(?:${questions})(?: (?:${around}))*$`);

/**
 * Whether the whole text asks if a person or a machine answers, in any case and punctuation. The rest of a longer text
 * needs the model: people ask "is it a person?" in games.
 * @param name the expert's, which may begin or end the text.
 */
export function asksIfHuman(body: string, name: string): boolean {
  if (body.length > longestQuestion) return false;
  const words = toWords(body);
  const own = toWords(name);
  const stripped = [words, dropStart(words, own), dropEnd(words, own)];
  return stripped.some((text) => whole.test(text));
}

/** Whether one sentence of a longer text asks it: "Hi! Are you a real person? And what is 2+2?" */
export function alsoAsksIfHuman(body: string, name: string): boolean {
  return body.split(/[.!?…,;:](?=\s)|\n/).some((sentence) => asksIfHuman(sentence, name));
}

function dropStart(text: string, start: string): string {
  return start && text.startsWith(`${start} `) ? text.slice(start.length + 1) : text;
}

function dropEnd(text: string, end: string): string {
  return end && text.endsWith(` ${end}`) ? text.slice(0, -end.length - 1) : text;
}
