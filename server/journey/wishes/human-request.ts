import { personWords } from '#shared/keywords.ts';
import { toWords } from './to-words.ts';

/** A longer sentence asks something else, too. */
const maxRequestLength = 120;

const ahead =
  'hi|hey|hello|ok|okay|so|well|sorry|please|pls|just|but|and|no|can i|could i|may i|can you|could you|will you|id like to|i would like to|i want to|i wanna|i wish to|i need to|i have to|i prefer to|how can i|how do i|let me|is it possible to|hola|quiero|quisiera|puedo|necesito|me gustaria|por favor|deseo';
const behind =
  'please|pls|plz|now|here|instead|thanks|thank you|asap|today|right now|right away|on here|on the phone|por favor|ahora|gracias|sil vous plait|svp|merci|bitte|danke|obrigado|obrigada|per favore|grazie|alsjeblieft|aub|(?:and )?not (?:a|an|the|this|to a|to an) (?:bot|chatbot|robot|ai|machine|computer)';
const quality = 'real|live|living|actual|human|different|other';
const being =
  'person|human|human being|agent|representative|rep|operator|someone|somebody|team member|staff member|advisor|adviser|supervisor|manager';
const whom = (beings: string) =>
  `(?:(?:a|an|the|some|any|your|one of your) )?(?:(?:${quality}) ){0,2}(?:${beings})(?: (?:real|else|from (?:the|your) team|on (?:the|your) team))?`;
const who = whom(being);
/** "I need an agent" may be a question for the expert. */
const human = whom('person|human|human being');
const service = '(?:your )?(?:customer|client) (?:service|support|care)';

/** French, German, Portuguese, Italian, Dutch. */
const otherLanguages = [
  '(?:(?:je (?:veux|voudrais|souhaite|peux|dois)|puis je|est ce que je peux|pourrais je|jaimerais) )?(?:parler|discuter|echanger) (?:a|avec) (?:(?:une?|des?) )?(?:vraie? )?(?:personne|humain|etre humain|conseillere?|agent|quelquun|operateur)(?: (?:reelle?|humaine?))?',
  '(?:(?:ich (?:mochte|will|muss|wurde gerne?)|kann ich|konnte ich|darf ich) )?(?:bitte )?mit (?:(?:einem|einer|dem) )?(?:(?:echten|richtigen) )?(?:menschen|mitarbeiter|mitarbeiterin|person|berater|jemandem)(?: (?:aus|von) (?:dem|ihrem|eurem) team)? (?:sprechen|reden|schreiben|chatten)|(?:einen )?(?:echten )?mensch(?:en)? bitte',
  '(?:(?:quero|queria|gostaria de|posso|preciso(?: de)?) )?falar com (?:uma? )?(?:pessoa|humano|atendente|alguem|agente|operador)(?: (?:real|de verdade|humano))?',
  '(?:(?:voglio|vorrei|posso|potrei|devo) )?parlare con (?:una? )?(?:persona|umano|essere umano|operatore|operatrice|qualcuno)(?: (?:reale|vera|umano))?',
  '(?:(?:ik wil|ik wil graag|mag ik|kan ik) )?(?:met )?(?:een )?(?:echt )?(?:mens|persoon|medewerker|iemand) (?:spreken|praten)|met een (?:mens|persoon|medewerker) (?:spreken|praten)',
];

const requests = [
  `(?:talk|speak|chat|text|connect me|transfer me|transfer|put me through|pass me|pass me on|hand me over|escalate|escalate this|switch me|get in touch) (?:to|with|2) (?:${who}|${service}|(?:your |the )?support(?: team)?)`,
  `(?:get|give|send|have|i want|i need|id like|i would like)(?: me)? (?:${human}|${service})`,
  '(?:(?:can|could|will|would|please have|have) )?(?:someone|somebody|anyone|a person|a human) (?:please )?(?:call|phone|ring|contact)(?: me)(?: back)?',
  `${whom('person|human|human being|agent|representative|operator')} (?:please|pls|plz)`,
  service,
  '(?:get|give|send|fetch)(?: me)? (?:(?:a|the|your) )?(?:manager|supervisor|real person)',
  `(?:is there|are there|do you have) (?:${whom('person|human|people|humans|someone|anyone|anybody|somebody|agent|representative')}) (?:(?:here|there) )?(?:that )?(?:i can|i could|who can|to) (?:talk|speak|chat|write)(?: (?:to|with))?(?: me| here)?`,
  `(?:(?:can|could|will|would|let|have) )?${whom('person|human|human being|agent|representative')} (?:help|call|contact|text|answer|reply to|write|assist)(?: me)?(?: back)?`,
  'i (?:dont|do not) want to (?:talk|speak|chat|text)(?: to| with)? (?:a|an|this|the|some) (?:bot|chatbot|robot|machine|ai|computer)',
  '(?:hablar|chatear|comunicarme) con (?:(?:una|un) )?(?:persona|humano|agente|alguien|representante|operador|asesor)(?: (?:real|de verdad|humano))?',
  ...otherLanguages,
].join('|');

const whole = new RegExp(`^(?:(?:${ahead}) )*(?:${requests})(?: (?:${behind}))*$`);

/** "Talk to someone about my day" may be meant for the expert. */
const why =
  'because|since|bc|cause|cuz|porque|(?:about|regarding|concerning|sobre) (?:my|the|a|this|an|mi|la|el) (?:bill|billing|order|account|payment|charge|charges|refund|subscription|plan|invoice|card|money|complaint|factura|cuenta|pago)';
/** May go on with the reason. */
const outright = new RegExp(
  `^(?:(?:${ahead}) )*(?:${requests})(?: (?:${behind}))*(?: (?:${why})(?: .{1,160})?)?$`,
);

const phrases = new Set(personWords.map(toWords));

/** The first sentence, or the last after a reason, asks outright; what stands beside it is why. */
const maxReasonLength = 300;
const sentenceEnd = /[.!?,;。！？，\n]+/;
const greeting = /^(?:hi|hey|hello|hola|thanks|thank you|please|ok|okay|sorry|no)(?: [\p{L}]+)?$/u;

/** @param ownWords more whole texts that ask this expert for a person. */
export function asksForHuman(body: string, ownWords: string[]): boolean {
  if (body.length > maxReasonLength) return false;
  const text = toWords(body);
  if (text === '') return false;
  if (body.length <= maxRequestLength && isRequest(text, ownWords)) return true;
  if (outright.test(text)) return true;
  const sentences = body
    .split(sentenceEnd)
    .map(toWords)
    .filter((one) => one !== '' && !greeting.test(one));
  return [sentences[0], sentences.at(-1)].some((one = '') => outright.test(one));
}

function isRequest(text: string, ownWords: string[]): boolean {
  return phrases.has(text) || whole.test(text) || ownWords.some((word) => toWords(word) === text);
}
