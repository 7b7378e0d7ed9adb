import { personWords } from '#shared/keywords.ts';
import { toWords } from './to-words.ts';

/** A longer text asks something else, too. */
const longestRequest = 120;

const ahead =
  'hi|hey|hello|ok|okay|so|well|sorry|please|pls|just|but|and|no|can i|could i|may i|can you|could you|will you|id like to|i would like to|i want to|i wanna|i wish to|i need to|i have to|i prefer to|how can i|how do i|let me|is it possible to|hola|quiero|quisiera|puedo|necesito|me gustaria|por favor|deseo';
const behind =
  'please|pls|plz|now|here|instead|thanks|thank you|asap|today|right now|right away|por favor|ahora|gracias';
const quality = 'real|live|living|actual|human|different|other';
const being =
  'person|human|human being|agent|representative|rep|operator|someone|somebody|team member|staff member|advisor|adviser|supervisor|manager';
const whom = (beings: string) =>
  `(?:(?:a|an|the|some|any|your|one of your) )?(?:(?:${quality}) ){0,2}(?:${beings})(?: (?:real|else|from (?:the|your) team|on (?:the|your) team))?`;
const who = whom(being);
/** "I need an agent" may be a question for the expert. */
const human = whom('person|human|human being');
const service = '(?:your )?(?:customer|client) (?:service|support|care)';

const requests = [
  `(?:talk|speak|chat|text|connect me|transfer me|put me through|pass me on|hand me over|get in touch) (?:to|with) (?:${who}|${service})`,
  `(?:get|give|send|i want|i need|id like|i would like)(?: me)? (?:${human}|${service})`,
  `${whom('person|human|human being|agent|representative|operator')} (?:please|pls|plz)`,
  service,
  '(?:hablar|chatear|comunicarme) con (?:(?:una|un) )?(?:persona|humano|agente|alguien|representante|operador|asesor)(?: (?:real|de verdad|humano))?',
].join('|');

const whole = new RegExp(`^(?:(?:${ahead}) )*(?:${requests})(?: (?:${behind}))*$`);

const phrases = new Set(personWords.map(toWords));

/** @param ownWords more whole texts that ask this expert for a person. */
export function asksForHuman(body: string, ownWords: string[]): boolean {
  if (body.length > longestRequest) return false;
  const text = toWords(body);
  if (text === '') return false;
  return phrases.has(text) || whole.test(text) || ownWords.some((word) => toWords(word) === text);
}
