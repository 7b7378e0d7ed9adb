import type { Said } from '#server/ai/model.ts';
import type { Database } from '#server/db/client.ts';
import { latestPictures } from '#server/messages/attachments-store.ts';
import { type ClaimedMessage, recentTurns } from '#server/messages/inbound-store.ts';

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

/** What was said so far, oldest first and ending with the message to answer; dropped in whole turns. */
export async function historyOf(
  db: Database,
  { message, attachments }: Pick<ClaimedMessage, 'message' | 'attachments'>,
): Promise<Said[]> {
  const rows = await recentTurns(db, message, mostMessages);
  const withPictures = rows.filter(({ id, hasAttachments }) => hasAttachments && id !== message.id);
  const own = attachments.some(({ state }) => state === 'stored') ? [message.id] : [];
  const ids = [...withPictures.map(({ id }) => id), ...own];
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
  const earlier = rows.filter(({ id }) => id !== message.id);
  return latestThatFit(turnsOf(earlier, said), said(message));
}

/**
 * The latest turns that fit the window, whole and oldest first, with the question behind them.
 * @param turns newest first.
 */
export function latestThatFit(turns: Said[][], question: Said): Said[] {
  const kept: Said[][] = [];
  let left = budgetCharacters - sizeOf(question);
  for (const turn of turns) {
    left -= turn.reduce((size, said) => size + sizeOf(said), 0);
    if (left < 0) break;
    kept.push(turn);
  }
  return [...kept.reverse().flat(), question];
}

function sizeOf({ content, pictures = [] }: Said): number {
  return content.length + pictures.length * pictureCharacters;
}

type Row = Awaited<ReturnType<typeof recentTurns>>[number];

/**
 * Question and answer together, newest first. A reply is stored after the messages that arrived while
 * it was written; here it stands behind the message it answers.
 */
function turnsOf(rows: Row[], said: (row: Row) => Said): Said[][] {
  const replies = new Map<string, Row[]>();
  const ownTurns: Row[] = [];
  for (const row of rows) {
    if (row.direction === 'outbound' && row.replyToId) {
      replies.set(row.replyToId, [row, ...(replies.get(row.replyToId) ?? [])]);
    } else {
      ownTurns.push(row);
    }
  }
  return ownTurns.map((row) => [row, ...(replies.get(row.id) ?? [])].map(said));
}
