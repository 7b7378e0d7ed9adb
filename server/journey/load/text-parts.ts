import { isTextPart } from '#server/channels/channel.ts';
import { decodeText } from '#server/channels/decode-text.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError } from '#server/channels/send-error.ts';
import { lockThread } from '#server/db/locks.ts';
import type { MessageRow } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import {
  type Attachment,
  deleteAttachments,
  listAttachments,
} from '#server/messages/attachments-store.ts';
import { type ClaimedMessage, recordFailure } from '#server/messages/claims-store.ts';
import { rewriteMessage } from '#server/messages/edits-store.ts';
import type { Runtime } from '#server/runtime.ts';
import { readMaxLength } from '#shared/limits.ts';
import { makeStorable } from '#shared/texts.ts';
import { type Loaded, recordFailedPicture } from '../answer/pictures.ts';
import { readKeyword } from '../wishes/keywords.ts';

/** Before the guards: a STOP may be in it. Unlike a picture, it needs no decoder. */
export async function loadTextParts(runtime: Runtime, claim: ClaimedMessage): Promise<Loaded> {
  if (!claim.hasAttachments) return { claim, outcome: null };
  const { db } = runtime;
  let { message } = claim;
  const read: { part: Attachment; words: string }[] = [];
  for (const part of await listTextParts(runtime, message)) {
    try {
      read.push({ part, words: await fetchWords(runtime, claim, part) });
    } catch (error) {
      const failed = await recordFailedPicture(runtime, { ...claim, message }, part, error);
      const { failure, delayMs: retryInMs } = failed;
      if (retryInMs !== null) {
        return { claim, outcome: { kind: 'unanswered', failures: [failure], retryInMs } };
      }
      message = await recordFailure(db, message, failure);
    }
  }
  const whole = read.length > 0 ? await storeWords(runtime, { ...claim, message }, read) : message;
  return { claim: { ...claim, message: whole }, outcome: null };
}

async function listTextParts({ db }: Runtime, { id }: MessageRow): Promise<Attachment[]> {
  const all = await listAttachments(db, [id]);
  return all.filter(({ state, source }) => state === 'waiting' && isTextPart(source.contentType));
}

async function fetchWords(
  { config, fetch }: Runtime,
  { expert }: ClaimedMessage,
  { source }: Attachment,
): Promise<string> {
  const via = channelFor(config, expert.channel);
  if (!via?.channel.fetchMedia) throw new SendError('not_configured', expert.channel);
  const media = await via.channel.fetchMedia(source, via.settings, fetch);
  const words = makeStorable(decodeText(media));
  return words.replaceAll('\r\n', '\n').trim();
}

async function storeWords(
  runtime: Runtime,
  { message, expert }: ClaimedMessage,
  read: { part: Attachment; words: string }[],
): Promise<MessageRow> {
  const said = [message.body.trim(), ...read.map(({ words }) => words)].filter(Boolean);
  const body = [...new Set(said)].join('\n');
  const keyword = readKeyword(body, channelFor(runtime.config, expert.channel)?.channel);
  return transact(runtime.db, async (tx) => {
    const thread = await lockThread(tx, message.threadId);
    // The person may have been erased meanwhile.
    if (thread.erasedAt) return message;
    const stored = await rewriteMessage(tx, message, { body, keyword });
    await deleteAttachments(
      tx,
      read.map(({ part }) => part.id),
    );
    return { ...message, ...stored, keyword, body: stored.body.slice(0, readMaxLength) };
  });
}
