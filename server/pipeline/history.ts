import type { ChatMessage } from '#server/ai/model.ts';
import { listLatestPictures } from '#server/messages/attachments-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { mostPast, type PastMessage } from '#server/messages/history-store.ts';
import { readPicture } from '#server/messages/pictures.ts';
import type { Runtime } from '#server/runtime.ts';
import { dropDisclosure } from './disclosure.ts';

/** 60 % of a 16 k-token window, at four characters a token. */
const budgetCharacters = 16_000 * 0.6 * 4;
/** Older ones are only mentioned: each costs as much as a long message. */
const mostPictures = 3;
/** Vendors charge up to about 1,500 tokens for 1024 × 1024 pixels. */
const pictureCharacters = 1_500 * 4;
const pictureLabel = '[Picture]';

/** Oldest first. Drops whole old turns. */
export async function buildHistory(
  runtime: Runtime,
  {
    message,
    earlier,
    past,
    attachments,
  }: Pick<ClaimedMessage, 'message' | 'earlier' | 'past' | 'attachments'>,
): Promise<ChatMessage[]> {
  const withPictures = past.filter(({ hasAttachments }) => hasAttachments);
  const own = attachments.filter(({ state }) => state === 'stored');
  const ids = [...withPictures.map(({ id }) => id), ...own.map(({ messageId }) => messageId)];
  const pictures = await loadPictures(runtime, ids);
  const toChatMessage = (
    row: Pick<PastMessage, 'id' | 'direction' | 'body' | 'disclosureLength'>,
  ): ChatMessage => {
    const shown = pictures.filter(({ messageId }) => messageId === row.id);
    // A model would repeat the disclosure in every reply.
    const body = dropDisclosure(row);
    const isEmpty = body.trim() === '' && shown.length === 0;
    return {
      role: row.direction === 'inbound' ? 'user' : 'assistant',
      content: isEmpty ? pictureLabel : body,
      ...(shown.length > 0 && { pictures: shown.map(({ picture }) => picture) }),
    };
  };
  const turns = groupIntoTurns(past).map((turn) => turn.map(toChatMessage));
  // `mostPast` may have cut the oldest burst in two: drop the half.
  if (past.length === mostPast && past.at(-1)?.answeredWithId) turns.pop();
  return takeLatestThatFit(turns, ...[...earlier, message].map(toChatMessage));
}

async function loadPictures(runtime: Runtime, messageIds: string[]) {
  const found = await listLatestPictures(runtime.db, messageIds, mostPictures);
  const read = found.map(async (row) => {
    const picture = await readPicture(runtime, row);
    return picture ? [{ messageId: row.messageId, picture }] : [];
  });
  return (await Promise.all(read)).flat();
}

/**
 * Oldest first, then the question.
 * @param turns newest first.
 */
export function takeLatestThatFit(
  turns: ChatMessage[][],
  ...question: ChatMessage[]
): ChatMessage[] {
  const kept: ChatMessage[][] = [];
  let left = budgetCharacters - sizeOf(question);
  for (const turn of turns) {
    left -= sizeOf(turn);
    if (left < 0) break;
    kept.push(turn);
  }
  return [...kept.reverse().flat(), ...question];
}

function sizeOf(turn: ChatMessage[]): number {
  return turn.reduce(
    (size, { content, pictures = [] }) =>
      size + content.length + pictures.length * pictureCharacters,
    0,
  );
}

/** Newest first. Texts that arrive during a model call are stored before its reply. */
function groupIntoTurns(rows: PastMessage[]): PastMessage[][] {
  const replies = new Map<string, PastMessage[]>();
  const said = new Map<string, PastMessage[]>();
  for (const row of rows) {
    const isReply = row.direction === 'outbound' && row.replyToId !== null;
    const turn = isReply ? row.replyToId : row.answeredWithId;
    const texts = isReply ? replies : said;
    const id = turn ?? row.id;
    texts.set(id, [row, ...(texts.get(id) ?? [])]);
  }
  return [...said].map(([id, texts]) => [...texts, ...(replies.get(id) ?? [])]);
}
