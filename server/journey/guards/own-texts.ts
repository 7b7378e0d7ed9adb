import type { OwnText } from '#server/messages/facts-store.ts';
import { hourMs } from '#shared/time.ts';
import type { Turn } from '../turn.ts';

type Told = Pick<Turn, 'ownTexts' | 'now'>;

/** Of an answer that this expert gives a phone once a day. */
export function isFirstToday({ ownTexts }: Told, kind: string): boolean {
  return !ownTexts.some((text) => text.kind === kind && text.isByExpert);
}

const maxNumbersPerDay = 6;

/** Each number that a text asks to send back can be guessed once. */
export function mayTextNumber({ ownTexts }: Told, kind: 'forget' | 'move'): boolean {
  const kinds = kind === 'forget' ? forgetKinds : [kind];
  return ownTexts.filter((text) => kinds.includes(text.kind)).length < maxNumbersPerDay;
}

export const forgetKinds = ['forget', 'forget-again'];

const wordKinds = ['word', 'forget', 'asked'];
const maxWordsPerHour = 10;

/**
 * Ten words an hour are answered, by all experts to one phone; a request for a person or to be forgotten once even
 * after that.
 */
export function mayAnswerWord(told: Told, kind: 'word' | 'forget' | 'asked'): boolean {
  const recent = listLastHour(told);
  if (recent.filter((text) => wordKinds.includes(text.kind)).length < maxWordsPerHour) return true;
  return kind !== 'word' && !recent.some((text) => text.kind === kind);
}

const maxKeywordsPerHour = 20;

/** STOP, START and HELP are always done. Who writes them all day in a phone's name must not have us text it all day. */
export function mayAnswerKeyword(told: Told): boolean {
  return listLastHour(told).filter(({ kind }) => kind === 'keyword').length < maxKeywordsPerHour;
}

export function isToldOfWordLimit(told: Told): boolean {
  return listLastHour(told).some(({ kind }) => kind === 'limit');
}

function listLastHour({ ownTexts, now }: Told): OwnText[] {
  return ownTexts.filter(({ at }) => at.getTime() > now.getTime() - hourMs);
}
