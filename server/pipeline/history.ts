import type { Said } from '#server/ai/model.ts';
import type { Database } from '#server/db/client.ts';
import { latestPictures } from '#server/messages/attachments-store.ts';
import { recentTurns } from '#server/messages/history-store.ts';
import type { ClaimedMessage } from '#server/messages/inbound-store.ts';

/** Rules: the latest messages that fit 60 % of a 16 k-token window, at about four characters a token. */
const budgetCharacters = 16_000 * 0.6 * 4;
/** More messages than this never fit, at the length people text. */
const mostMessages = 200;
/** Older pictures are only named: each one takes the place of a long message. */
const mostPictures = 3;
/** What vendors charge for one of at most 1024 × 1024 pixels: up to about 1,500 tokens. */
const pictureCharacters = 1_500 * 4;
/** In place of a picture that is no longer shown. */
const pictureWords = '[Picture]';

/** What was said so far, oldest first and ending with the texts to answer; dropped in whole turns. */
export async function historyOf(
  db: Database,
  { message, earlier, attachments }: Pick<ClaimedMessage, 'message' | 'earlier' | 'attachments'>,
): Promise<Said[]> {
  const rows = await recentTurns(db, message, mostMessages);
  const withPictures = rows.filter(({ id, hasAttachments }) => hasAttachments && id !== message.id);
  const own = attachments.filter(({ state }) => state === 'stored');
  const ids = [...withPictures.map(({ id }) => id), ...own.map(({ messageId }) => messageId)];
  const pictures = await latestPictures(db, ids, mostPictures);
  const said = (row: Pick<Row, 'id' | 'direction' | 'body'>): Said => {
    const shown = pictures.filter(({ messageId }) => messageId === row.id);
    const isMute = row.body.trim() === '' && shown.length === 0;
    return {
      role: row.direction === 'inbound' ? 'user' : 'assistant',
      content: isMute ? pictureWords : row.body,
      ...(shown.length > 0 && { pictures: shown.map(({ picture }) => picture) }),
    };
  };
  const past = rows.filter(({ id }) => id !== message.id);
  const turns = turnsOf(past).map((turn) => turn.map(said));
  // Where the count has cut the oldest burst in two, its rest would be half a question.
  if (rows.length === mostMessages && rows.at(-1)?.answeredWithId) turns.pop();
  return latestThatFit(turns, ...[...earlier, message].map(said));
}

/**
 * The latest turns that fit the window, whole and oldest first, with the question behind them.
 * @param turns newest first.
 */
export function latestThatFit(turns: Said[][], ...question: Said[]): Said[] {
  const kept: Said[][] = [];
  let left = budgetCharacters - sizeOf(question);
  for (const turn of turns) {
    left -= sizeOf(turn);
    if (left < 0) break;
    kept.push(turn);
  }
  return [...kept.reverse().flat(), ...question];
}

function sizeOf(turn: Said[]): number {
  return turn.reduce(
    (size, { content, pictures = [] }) =>
      size + content.length + pictures.length * pictureCharacters,
    0,
  );
}

type Row = Awaited<ReturnType<typeof recentTurns>>[number];

/**
 * Question and answer together, newest first; the texts of a burst are one question. A reply is stored
 * after the messages that arrived while it was written; here it stands behind the message it answers.
 */
function turnsOf(rows: Row[]): Row[][] {
  const replies = new Map<string, Row[]>();
  const said = new Map<string, Row[]>();
  for (const row of rows) {
    const isReply = row.direction === 'outbound' && row.replyToId !== null;
    const turn = isReply ? row.replyToId : row.answeredWithId;
    const texts = isReply ? replies : said;
    const id = turn ?? row.id;
    texts.set(id, [row, ...(texts.get(id) ?? [])]);
  }
  return [...said].map(([id, texts]) => [...texts, ...(replies.get(id) ?? [])]);
}
