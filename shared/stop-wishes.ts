import { foldText } from './fold-text.ts';
import { keywords } from './keywords.ts';
import { all, besides, likely, likelyWords, wishes, words } from './stop-phrases.ts';
import { readParts } from './text-parts.ts';

/** "Stop it now" asks for no more than "stop it". */
const soon =
  /(?: (?:now|right now|right away|immediately|instantly|at once|asap|already|forever|for good|today))+$/;

const wish = toWhole(wishes);
const wishOfAll = toWhole(all);
const beside = toWhole(besides);
const likelyWish = toWhole([likely]);
const thankingName = / (?:thanks|thank you|thx|ty|regards|cheers) \p{L}+$/u;

function toWhole(patterns: string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`, 'u');
}

const reason = / (?:or|because|bc|cuz|before|ill|i will|im|why) /;
/** The last word may be any name. */
const mayName = /^(?:stop|quit|cease|dont|do|never|remove|take|no|unsubscribe) /;

const stopSigns = ['🛑', '⛔', '🚫', '📵', '🔕'];
const maxWish = 200;
const maxParts = 8;
/** More words beside "Stop" tell something else. */
const maxWordsBeside = 4;

/** `all`: of every line. `likely`: ask first. */
export type StopWish = 'stop' | 'all' | 'likely';

/** @param extra a channel's own words, in capitals. */
export function readStopWish(body: string, extra: readonly string[] = []): StopWish | null {
  // Marks and invisible characters may follow a short text.
  if (foldText(body).trim().length > maxWish) return null;
  const { said, words: whole, emoji } = readParts(body);
  if (said.length === 0) return emoji.some((one) => stopSigns.includes(one)) ? 'likely' : null;
  if (said.length > maxParts) return null;
  // `OPT- OUT`, `opt.out`
  if (said.length > 1 && words.has(whole)) return 'stop';
  const kinds = said.map((part) => readPart(part, extra));
  const isOutright = kinds.some((kind) => kind === 'stop' || kind === 'all');
  if (
    isOutright &&
    kinds.every((kind, at) => kind === 'stop' || kind === 'all' || beside.test(said[at] ?? ''))
  ) {
    return kinds.includes('all') ? 'all' : 'stop';
  }
  return isLikely(said, kinds) ? 'likely' : null;
}

/** Of every line, not only the one that it was sent to. */
export const stopsAll = (body: string): boolean => readStopWish(body) === 'all';

function readPart(written: string, extra: readonly string[]): StopWish | null {
  const part = written.replace(soon, '');
  if (wishOfAll.test(part)) return 'all';
  if (isStopWord(part) || extra.includes(part.toUpperCase()) || wish.test(part)) return 'stop';
  const kind = readRun(part.split(' '));
  if (kind) return kind;
  return holdsWish(part) ? 'likely' : null;
}

/** `stop texting me Ada`, `stop texting me or else`: a wish with a name, a threat or a reason behind it. */
function holdsWish(part: string): boolean {
  if (mayName.test(part) && wish.test(part.slice(0, part.lastIndexOf(' ')))) return true;
  const because = reason.exec(part);
  return because !== null && wish.test(part.slice(0, because.index));
}

const maxPiece = 12;
/** Words like "end" need marks around them: "no end". */
const plainStop = /^(?:(?:please|just) )?(?:stop|unsubscribe|opt ?out)(?: please)?$/;

/** `who is this stop texting me`: people write without marks. Null unless all of it is known. */
function readRun(run: string[]): 'stop' | 'all' | null {
  /** What the words from there on say; `beside` if nothing of a stop. */
  const from: ('stop' | 'all' | 'beside' | null)[] = Array(run.length + 1).fill(null);
  from[run.length] = 'beside';
  for (let start = run.length - 1; start >= 0; start--) {
    const maxEnd = Math.min(run.length, start + maxPiece);
    for (let end = start + 1; end <= maxEnd && from[start] === null; end++) {
      const rest = from[end];
      const piece = rest ? readPiece(run.slice(start, end).join(' ')) : null;
      if (rest && piece) from[start] = piece === 'beside' ? rest : rest === 'all' ? 'all' : piece;
    }
  }
  const [kind] = from;
  return kind === 'beside' || !kind ? null : kind;
}

function readPiece(piece: string): 'stop' | 'all' | 'beside' | null {
  if (wishOfAll.test(piece)) return 'all';
  if (plainStop.test(piece) || wish.test(piece)) return 'stop';
  return beside.test(piece) ? 'beside' : null;
}

function isStopWord(part: string): boolean {
  if (words.has(part) || words.has(part.replace(thankingName, ''))) return true;
  if (/^(?:stop){2,}$/.test(part)) return true;
  const [first = '', ...more] = part.split(' ');
  // `s top`, `un subscribe`
  if (more.length > 0 && keywords[[first, ...more].join('').toUpperCase()] === 'STOP') return true;
  return words.has(first) && more.every((word) => word === first);
}

function isLikely(said: string[], kinds: (StopWish | null)[]): boolean {
  const [first = '', ...others] = said;
  const hasWish = said.some((part, at) => kinds[at] && !isStopWord(part));
  if (hasWish || /^(?:unsubscribe|opt ?out)$/.test(first)) return true;
  const wordsBeside = said.flatMap((part) => part.split(' ')).length - 1;
  if (first === 'stop' || others.at(-1) === 'stop') return wordsBeside <= maxWordsBeside;
  const isWish = (part: string) => likelyWish.test(part) || likelyWords.has(part);
  return said.every((part) => isWish(part) || beside.test(part)) && said.some(isWish);
}

const startWish =
  /^(?:start|unstop|resume|subscribe|resubscribe|opt (?:me )?(?:back )?in|optin|sign me up(?: again)?|unblock|unblock me|(?:start|resume)(?: (?:again|texting|texts|messages|texting me|the texts|sending texts)){1,2}|text me again|you can text me(?: again)?|come back)$/;

/** Only after a STOP: "start again" may be said to a tutor. */
export function asksToStart(body: string): boolean {
  const { said } = readParts(body);
  return said.length > 0 && said.every((part) => startWish.test(part));
}
