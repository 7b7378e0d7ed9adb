import { foldText } from './fold-text.ts';
import { hasReactionAct, readReactionWords, toReactionWords } from './reaction-words.ts';

/** `quote` null: a picture or the like. */
export type Reaction = { emoji: string; quote: string | null; isRemoved: boolean };

type Mark = Pick<Reaction, 'emoji' | 'isRemoved'>;

/** What iPhones write instead of a tapback in English; other languages: reaction-words.ts. */
const english: [emoji: string, written: RegExp][] = [
  ['👎', /^disliked$/],
  ['👍', /^liked$/],
  ['❤️', /^loved$/],
  ['😂', /^laughed at$/],
  ['‼️', /^(?:emphasi[sz]ed|exclaimed)$/],
  ['❓', /^questioned$/],
  ['🖼️', /^reacted with an? (?:sticker|memoji|genmoji) to$/],
];
const englishRemoval =
  /^removed (?:an? |the |your )?(like|heart|love|dislike|laugh|exclamation(?: mark)?|emphasis|question(?: mark)?|reaction|sticker) from$/;
const removedMarks: [emoji: string, name: RegExp][] = [
  ['👎', /dislike/],
  ['👍', /like/],
  ['❤️', /heart|love/],
  ['😂', /laugh/],
  ['‼️', /exclamation|emphasis/],
  ['❓', /question/],
];

const toFolded = (written: string) => new RegExp(foldText(written));

/** Chinese, Japanese and Korean put no spaces between words. */
const asian = (
  [
    ['👎', 'よくない|バツ|不赞|不喜|倒讚|倒赞|踩|싫어'],
    ['👍', 'いいね|イイネ|グッド|赞|讚|贊|좋아|마음에'],
    ['❤️', '好き|ハート|爱|愛|喜|사랑|하트'],
    ['😂', 'haha|笑|웃'],
    ['‼️', '強調|强调|びっくり|驚嘆|惊叹|감탄|강조'],
    ['❓', '疑|質問|はてな|问|問|질문|물음'],
  ] as const
).map(([emoji, written]): [string, RegExp] => [emoji, toFolded(written)]);
const asianRemoval = toFolded('取消|移除|削除|撤回|삭제|취소|제거');
const asianReaction = toFolded('反応|反應|回应|回應|反应|リアクション|表情|반응|표시');
/** In letters; Korean ones count apart. */
const maxAsian = 40;
const isAsian = (words: string) =>
  words.length <= maxAsian &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words) &&
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー ]|haha)+$/u.test(
    words,
  );

const openers = '"“”„«‹「『‟＂';
const closers = '"“”»›」』〟＂';
/** Up to this long a phone names its mark. */
const maxName = 70;

const emojis =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)(?:\p{Emoji_Modifier}|\ufe0f|\u200d|\p{Extended_Pictographic}|\u20e3|[\u{E0020}-\u{E007F}])*/u;
/** "Loved the movie" and "Loved your photos" are a person's words. */
const things = new RegExp(
  `^(?:${[
    '(?:an?|una?|une|ein|eine|einen|uma?|een|la|le|il) (?:image|photo|picture|movie|film|video|audio message|voice message|audio|attachment|sticker|gif|link|contact|location|memoji|message|(?:digital touch|handwritten) message|imagen|foto|mensaje de audio|archivo|message audio|piece jointe|bild|audionachricht|anhang|imagem|mensagem de audio|immagine|filmato|messaggio audio|afbeelding|audiobericht|изображение|фото)',
    '\\d{1,3} (?:images|photos|pictures|attachments|imagenes|fotos|bilder|immagini|afbeeldingen)',
  ].join('|')})$`,
);
/** Beside an emoji. */
const ownThing = /^your (?:image|photo|picture|video|message|audio message|attachment)s?$/;

/** Of a text that is nothing but a phone's report of a reaction; null for what a person writes. */
export function parseReaction(body: string): Reaction | null {
  const text = body.trim();
  const start = indexOfAny(text, openers, 0);
  if (start < 0) return text.length <= maxName ? readThing(text) : null;
  if (start > maxName) return null;
  return readNamedMark(text, start) ?? readQuoting(text, start);
}

/** No carrier cuts a shorter text. */
const minCut = 50;

function readQuoting(text: string, start: number): Reaction | null {
  const end = lastIndexOfAny(text, closers);
  // A carrier may have cut the text within the quotation.
  const isOpen = end <= start;
  const isMarked = /(?:…|\.\.\.)$/.test(text);
  if (isOpen && !isMarked && text.length - start < minCut) return null;
  const [head, tail] = [text.slice(0, start), isOpen ? '' : text.slice(end + 1)];
  const quoted = text.slice(start + 1, isOpen ? undefined : end).trim();
  const quote = isOpen && !isMarked ? `${quoted}…` : quoted;
  return quote === '' ? null : toReaction(readBeside(head, tail), quote);
}

function toReaction(mark: Mark | null, quote: string | null): Reaction | null {
  return mark && { ...mark, quote };
}

/** What stands outside the quotation. */
function readBeside(head: string, tail: string): Mark | null {
  if (tail.length > maxName || /[?？]/.test(head + tail)) return null;
  const beside = `${head} ${tail}`;
  const emoji = emojis.exec(beside)?.[0] ?? null;
  const words = toReactionWords(emoji ? beside.replace(emoji, ' ') : beside);
  if (isAsian(words)) {
    const isRemoved = asianRemoval.test(words);
    const mark = findMark(asian, words);
    const isReaction = isRemoved || asianReaction.test(words) || /^(?:对|對|に|에)$/.test(words);
    if (emoji) return isReaction ? { emoji, isRemoved } : null;
    return mark === null ? null : { emoji: mark, isRemoved };
  }
  if (toReactionWords(tail) === '') {
    const mark = findMark(english, words);
    if (mark !== null && !emoji) return { emoji: mark, isRemoved: false };
    const [, name] = englishRemoval.exec(words) ?? [];
    if (name && !emoji) return { emoji: findMark(removedMarks, name) ?? '', isRemoved: true };
  }
  return readReactionWords(words, emoji);
}

const maxMark = 24;

/** `a attribué la mention « J’aime » à « Bonjour »`, `Hat „Hallo“ mit „Gefällt mir“ markiert`: one quotation names the mark. */
function readNamedMark(text: string, start: number): Reaction | null {
  const end = indexOfAny(text, closers, start + 1);
  const last = lastIndexOfAny(text, closers);
  if (end < 0 || last <= end) return null;
  const next = indexOfAny(text, openers, end + 1);
  const before = lastIndexOfAny(text.slice(0, last), openers);
  const [head, tail] = [text.slice(0, start), text.slice(last + 1)];
  if (next > 0 && next < last && end - start <= maxMark) {
    const named = `${head} ${text.slice(start + 1, end)} ${text.slice(end + 1, next)}`;
    const mark = readNamed(named, tail);
    if (mark) return { ...mark, quote: text.slice(next + 1, last).trim() };
  }
  const quoted = lastIndexOfAny(text.slice(0, before), closers);
  if (quoted <= start || last - before > maxMark) return null;
  const mark = readNamed(head, `${text.slice(quoted + 1, before)} ${text.slice(before + 1)}`);
  return mark && { ...mark, quote: text.slice(start + 1, quoted).trim() };
}

/** Where a word of adding or removing tells the name from a quotation. */
function readNamed(head: string, tail: string): Mark | null {
  const words = toReactionWords(`${head} ${tail}`);
  return hasReactionAct(words) ? readReactionWords(words, null) : readAsianRating(head, tail);
}

/** `“はい”を“いいね!”と評価しました` */
function readAsianRating(head: string, tail: string): Mark | null {
  const words = toReactionWords(`${head} ${tail}`).replaceAll(' ', '');
  const mark = isAsian(words) ? findMark(asian, words) : null;
  return mark === null ? null : { emoji: mark, isRemoved: asianRemoval.test(words) };
}

/** `Loved an image`, `Hat ein Bild mit „Gefällt mir“ markiert` */
function readThing(text: string): Reaction | null {
  const emoji = emojis.exec(text)?.[0] ?? '';
  const words = toReactionWords(text.replace(emojis, ' '));
  for (let at = words.indexOf(' '); at > 0; at = words.indexOf(' ', at + 1)) {
    const said = words.slice(at + 1);
    if (!things.test(said) && !(emoji && ownThing.test(said))) continue;
    const mark = readBeside(`${words.slice(0, at)} ${emoji}`, '');
    if (mark) return { ...mark, quote: null };
  }
  return null;
}

const findMark = (list: [string, RegExp][], words: string): string | null =>
  list.find(([, written]) => written.test(words))?.[0] ?? null;

function indexOfAny(text: string, marks: string, from: number): number {
  for (let at = from; at < text.length; at++) if (marks.includes(text[at] as string)) return at;
  return -1;
}

function lastIndexOfAny(text: string, marks: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (marks.includes(text[at] as string)) return at;
  return -1;
}
