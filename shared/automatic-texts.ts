import { notices, presets } from './automatic-phrases.ts';
import { foldText } from './fold-text.ts';

/*
 * | Texts | Sources |
 * |---|---|
 * | iPhone, *Respond with Text* | Apple, iPhone User Guide: "Answer or decline incoming calls on iPhone" |
 * | iPhone, Driving Focus, Do Not Disturb While Driving | Apple, iPhone User Guide: "Use the Driving Focus" |
 * | Android, quick responses, in 30 languages | AOSP packages/services/Telecomm, `respond_via_sms_canned_response_1…4` |
 * | Samsung, quick decline messages; Android Auto; DriveMode | Samsung, "Call settings"; Google, "Messages while driving"; AT&T |
 * | WhatsApp Business, greeting and away messages | WhatsApp Help Center: "About greeting messages", "About away messages" |
 * | Out of office | RFC 3834; the default texts of Outlook and Gmail |
 * | Notices of carriers | T-Mobile: "Free Msg: Unable to send message - Message Blocking is active"; GSMA TS.11 missed call alerts |
 */

/** Automatic texts are short; a longer one says something of its own. */
const maxLength = 600;

const numbers = /\+?\d(?:[\d:/,.()-]*\d)?/g;
const addresses = /(?<!\S)\S+@\S+|https?:\S+|www\.\S+/g;
const ends = /[.!?;:\n\r()[\]{}…。！？؟¿¡।–—]+| - |\p{Extended_Pictographic}/gu;
const commas = /[,،，、]/;

/** Whether a phone, a mailbox or a carrier wrote the text by itself: all of it, not a part. */
export function isAutomaticText(text: string): boolean {
  if (text.length > maxLength) return false;
  const sentences = splitSentences(text);
  const plain = sentences.map(toWords);
  if (wholeTexts.has(plain.join(' '))) return true;
  const parts = sentences.map((sentence) => sentence.split(commas).map(toWords).filter(Boolean));
  const isLabeled = plain.some((words) => label.test(words));
  const isKnown = (words: string) => isNotice(words) || beside.test(words) || label.test(words);
  return (
    (isLabeled || plain.some(isNotice) || parts.flat().some(isNotice)) &&
    plain.every(
      (words, at) =>
        isKnown(words) || parts[at]?.every(isKnown) || (isLabeled && awayWord.test(words)),
    )
  );
}

/** Folded; a number is `#`, an address `@`. */
function splitSentences(text: string): string[] {
  return foldText(text)
    .replace(addresses, ' @ ')
    .replace(numbers, ' # ')
    .replaceAll("'", '')
    .split(ends)
    .filter((sentence) => toWords(sentence) !== '');
}

function toWords(sentence: string): string {
  return sentence.replace(/[^\p{L}#@]+/gu, ' ').trim();
}

function isNotice(words: string): boolean {
  return wholeTexts.has(words) || alone.test(words);
}

const wholeTexts = new Set(presets.map((preset) => splitSentences(preset).map(toWords).join(' ')));

const alone = toWhole(notices.alone);
/** Says nothing without another, but may stand beside one. */
const beside = toWhole(notices.beside);
const label = toWhole(notices.labels);
/** In a text that calls itself automatic. */
const awayWord = toPart(notices.awayWords);

/** Nothing in them repeats without a bound. */
function toWhole(patterns: string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`, 'u');
}

function toPart(words: string[]): RegExp {
  return new RegExp(`(?<=^| )(?:${words.join('|')})(?= |$)`, 'u');
}
