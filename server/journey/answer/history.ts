import { countTokens } from '#server/ai/count-tokens.ts';
import type { ChatMessage } from '#server/ai/model.ts';
import type { Failure, ProviderRow } from '#server/db/schema.ts';
import { listLatestPictures } from '#server/messages/attachments-store.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { maxPast, type PastMessage } from '#server/messages/history-store.ts';
import { readPicture } from '#server/messages/pictures.ts';
import type { Runtime } from '#server/runtime.ts';
import { dropCareLine } from '../safety/helplines.ts';
import { dropDisclosure } from './disclosure.ts';
import { markInstructions } from './mark-words.ts';
import { pictureFailure } from './picture-failures.ts';
import { dropUnfoundedNote } from './unfounded.ts';

const windowTokens = 16_000;
/** Of the window. */
const maxHistoryShare = 0.6;
/** A reply by text is short, whatever Max tokens allows. */
const maxAnswerTokens = 4_096;
/** What a vendor's web search puts beside the conversation. */
const pageTokens = 4_000;
/** Older ones are only mentioned: each costs as much as a long message. */
const maxPictures = 3;
/** Vendors charge up to about 1,500 tokens for 1024 × 1024 pixels. */
const pictureTokens = 1_500;
const pictureLabel = '[Picture]';
const unreadLabel = "[A picture that can't be opened right now]";
/** Turns that wait for the message's own picture. Then it is answered without it. */
const maxWaits = 3;

export type History = {
  /** Oldest first. */
  messages: ChatMessage[];
  /** Of pictures that could not be read. */
  failures: Failure[];
};

/** Drops whole old turns. */
export async function buildHistory(
  runtime: Runtime,
  {
    message,
    earlier,
    past,
    attachments,
    expert,
    provider,
    attempts,
  }: Pick<
    ClaimedMessage,
    'message' | 'earlier' | 'past' | 'attachments' | 'expert' | 'provider' | 'attempts'
  >,
): Promise<History> {
  const withPictures = past.filter(({ hasAttachments }) => hasAttachments);
  const own = attachments.filter(({ state }) => state === 'stored').map((one) => one.messageId);
  const ids = [...withPictures.map(({ id }) => id), ...own];
  const { pictures, unread } = await readPictures(runtime, ids);
  const missed = unread.find(({ messageId }) => own.includes(messageId));
  if (missed && attempts <= maxWaits) throw missed.error;
  const toChatMessage = (
    row: Pick<PastMessage, 'id' | 'direction' | 'body' | 'disclosureLength'>,
  ): ChatMessage => {
    const shown = pictures.filter(({ messageId }) => messageId === row.id);
    const isUnread = unread.some(({ messageId }) => messageId === row.id);
    // A model would repeat the disclosure and the helpline in every reply.
    const words =
      row.direction === 'inbound' ? row.body : dropUnfoundedNote(dropCareLine(dropDisclosure(row)));
    const body = isUnread ? `${words}\n${unreadLabel}`.trim() : words;
    const isEmpty = body.trim() === '' && shown.length === 0;
    return {
      role: row.direction === 'inbound' ? 'user' : 'assistant',
      content: isEmpty ? pictureLabel : body,
      ...(shown.length > 0 && { pictures: shown.map(({ picture }) => picture) }),
    };
  };
  const turns = groupIntoTurns(past).map((turn) => turn.map(toChatMessage));
  // `maxPast` may have cut the oldest burst in two: drop the half.
  if (past.length === maxPast && past.at(-1)?.answeredWithId) turns.pop();
  const budget = findHistoryBudget(expert.systemPrompt ?? '', provider.config);
  return {
    messages: takeLatestThatFit({ turns, budget }, ...[...earlier, message].map(toChatMessage)),
    failures: unread.slice(0, 1).map(({ error }) => describeUnread(runtime, error)),
  };
}

async function readPictures(runtime: Runtime, messageIds: string[]) {
  const found = await listLatestPictures(runtime.db, messageIds, maxPictures);
  const read = await Promise.all(
    found.map(async (row) => {
      const { messageId } = row;
      try {
        const picture = await readPicture(runtime, row);
        return { messageId, picture, error: null };
      } catch (error) {
        return { messageId, picture: null, error };
      }
    }),
  );
  return {
    pictures: read.flatMap(({ messageId, picture }) => (picture ? [{ messageId, picture }] : [])),
    unread: read.filter(({ error }) => error !== null),
  };
}

function describeUnread({ clock, log }: Runtime, error: unknown): Failure {
  log.warn({ err: error }, 'a stored picture could not be read');
  const { detail, message } = error as { detail?: string; message: string };
  return {
    at: clock.now().toISOString(),
    kind: pictureFailure,
    detail: `A picture could not be read from the storage, so the model did not see it (${detail ?? message})`,
  };
}

/** In tokens: what prompt, our own instructions, the pages of a web search and the answer leave of the window. */
export function findHistoryBudget(
  prompt: string,
  { maxTokens = maxAnswerTokens, useWebSearch = false }: ProviderRow['config'],
): number {
  const instructions = countTokens(prompt) + countTokens(markInstructions);
  const pages = useWebSearch ? pageTokens : 0;
  const rest = windowTokens - instructions - pages - Math.min(maxTokens, maxAnswerTokens);
  return Math.min(windowTokens * maxHistoryShare, rest);
}

/**
 * Oldest first, then the question.
 * @param turns newest first.
 */
export function takeLatestThatFit(
  { turns, budget }: { turns: ChatMessage[][]; budget: number },
  ...question: ChatMessage[]
): ChatMessage[] {
  const kept: ChatMessage[][] = [];
  let left = budget - sizeOf(question);
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
      size + countTokens(content) + pictures.length * pictureTokens,
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
