import { foldText } from './fold-text.ts';

export type TextParts = {
  /** What is said: lower-case words, one string for what stands between two marks. */
  said: string[];
  /** All of it, as one string. */
  words: string;
  /** In their order. */
  emoji: string[];
};

/** `s t o p`, `S.T.O.P.` */
const spelledOut = /(?<![a-z0-9])[a-z](?:[ .*_-][a-z](?![a-z0-9])){2,}/g;
const emojis = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/gu;
const apostrophe = /(?<=\p{L})'(?=\p{L})/gu;
/** Not between spaces, where a dash ends what is said. */
const joiner = /(?<=\S)[-_/*~#+&]+(?=\S)/g;
const mark = /[^\p{L}\p{N}\s]+|[\n\r]+/gu;
/** A line of two dashes begins a signature. */
const delimiter = /\n\s*(?:--+|__+|—+)\s*(?:\n|$)/;
const dashedName = /\n\s*[-–—~]\s*((?:\p{L}+\.?[ \t]?){1,3})$/u;

const thanks =
  'thanks|thank you|thank u|thankyou|thx|thks|tks|tnx|ty|tysm|cheers|gracias|merci|danke|obrigado|obrigada|grazie';
const please =
  'please|pls|plz|plse|pleas|plz|kindly|por favor|porfa|porfavor|bitte|svp|sil vous plait|sil te plait|per favore|alsjeblieft|aub';
const before = new RegExp(
  `^(?:(?:${please}|hi|hey|hello|hola|ok|okay|oh|yo|just|so|and|but|sorry) )+`,
);
const after = new RegExp(
  `(?: (?:${please}|${thanks}|very much|so much|a lot|muchas|sir|maam|madam|guys|bro|ok|okay|and|sorry))+$`,
);
const courtesy = new RegExp(
  `^(?:(?:${please}|${thanks}|hi|hey|hello|hola|dear|oh|um|uh|well|ok|okay|sorry|bye|goodbye|good bye|regards|kind regards|best regards|best|sincerely|cordially|xx?x?|very much|so much|in advance|muchas|sir|madam|maam)(?: |$))+$`,
);
const greeting = /^(?:hi|hey|hello|hola|dear|good (?:morning|evening|afternoon))(?: \p{L}+){0,2}$/u;
const signOff = new RegExp(
  `^(?:many |kind |best |warm )?(?:${thanks}|regards|best|sincerely|yours|yours truly|love)(?: (?:so much|very much|in advance|again))?$`,
);
const name = /^\p{L}{2,}(?: \p{L}+){0,2}$/u;
const sentFrom =
  /^(?:sent (?:from|via|with|using) |get (?:outlook|the app|\w+ for (?:ios|android))|envoye (?:de|depuis|a partir de) |enviado (?:desde|do|de|a partir) |von meinem |gesendet (?:von|mit) |inviato da |verzonden |verstuurd vanaf )/;

/** Without greetings, thanks and signatures, unless the text is nothing else. */
export function readParts(body: string): TextParts {
  const text = foldText(body).trim();
  const emoji = text.match(emojis) ?? [];
  const signed = dashedName.exec(text);
  const unsigned = (signed ? text.slice(0, signed.index) : text).split(delimiter, 1)[0] as string;
  const said = dropSignature(splitAtMarks(unsigned.trim() || text));
  const meant = said.filter((part) => !courtesy.test(part) && !greeting.test(part));
  return {
    // "Hey stop" looks like a greeting with a name.
    said: meant.length > 0 ? meant.map(dropCourtesy) : said.map(dropGreeting),
    words: said.join(' '),
    emoji,
  };
}

function splitAtMarks(text: string): string[] {
  return text
    .replace(emojis, '.')
    .replace(apostrophe, '')
    .replace(spelledOut, (letters) => letters.replace(/[^a-z]/g, ''))
    .replace(/(?<=[a-z])0(?=[a-z])/g, 'o')
    .replace(joiner, ' ')
    .split(mark)
    .map((part) => part.split(/\s+/).filter(Boolean).map(shortenRuns).join(' '))
    .filter(Boolean);
}

/** `stoooop` → `stop` */
const shortenRuns = (word: string) => word.replace(/([a-z])\1{2,}/g, '$1');

function dropSignature(parts: string[]): string[] {
  const sent = parts.findIndex((part, at) => at > 0 && sentFrom.test(part));
  const own = sent < 0 ? parts : parts.slice(0, sent);
  const [last = '', beforeLast = ''] = [own.at(-1), own.at(-2)];
  const isNamed = own.length > 2 && signOff.test(beforeLast) && name.test(last);
  return isNamed ? own.slice(0, -2) : own;
}

const dropGreeting = (part: string) => (courtesy.test(part) ? part : dropCourtesy(part));

function dropCourtesy(part: string): string {
  return part.replace(before, '').replace(after, '').trim() || part;
}
