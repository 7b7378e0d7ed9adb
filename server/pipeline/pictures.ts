import { isOtherThanPicture } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError, sendFailures } from '#server/channels/send-error.ts';
import type { Failure } from '#server/db/schema.ts';
import { AppError } from '#server/errors.ts';
import { encodeImage } from '#server/images/encode.ts';
import {
  type Attachment,
  giveUpPicture,
  keepPicture,
  listAttachments,
} from '#server/messages/attachments-store.ts';
import { addFailure, type ClaimedMessage } from '#server/messages/inbound-store.ts';
import { picturesFailed } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { sizeOfWebp } from '#shared/webp.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from './outcome.ts';

/** A gateway that can't give a picture now is asked this often in all, within about 20 seconds. */
const mostTries = 4;
const firstRetryMs = 1_500;
/** How failures to load a picture stand in a message's record, apart from those of models. */
export const pictureFailure = 'picture';

type Ready = {
  claim: ClaimedMessage;
  /** One of its pictures may come later: the message waits for it. */
  retry: Extract<Outcome, { kind: 'unanswered' }> | null;
};

/**
 * Fetches what came with a message and makes it ours, before anybody answers: checked by content, encoded anew
 * and stored. What is no picture, or can't be had, says why and is left out.
 */
export async function withPictures(runtime: Runtime, claim: ClaimedMessage): Promise<Ready> {
  if (!claim.hasAttachments) return { claim, retry: null };
  const { db } = runtime;
  const found = await listAttachments(db, [claim.message.id]);
  const waiting = found.filter(({ state }) => state === 'waiting');
  const results = await Promise.all(waiting.map((attachment) => load(runtime, claim, attachment)));
  const later = results.find((result) => result?.delayMs);
  if (later?.delayMs) {
    const { failure, delayMs: retryInMs } = later;
    return { claim, retry: { kind: 'unanswered', failures: [failure], retryInMs } };
  }
  let { message } = claim;
  for (const result of results) {
    if (result) message = await addFailure(db, message, result.failure);
  }
  const attachments = await listAttachments(db, [message.id]);
  return { claim: { ...claim, message, attachments }, retry: null };
}

type Trouble = { failure: Failure; delayMs: number | null };

/** @returns what went wrong with one of them, if anything; with a delay where another try makes sense. */
async function load(
  runtime: Runtime,
  { message, expert }: ClaimedMessage,
  attachment: Attachment,
): Promise<Trouble | null> {
  const at = runtime.clock.now().toISOString();
  try {
    const picture = await fetchPicture(runtime, expert, attachment);
    await keepPicture(runtime.db, attachment.id, picture);
    return null;
  } catch (error) {
    const { reason, detail, retryAfterMs } = explained(error);
    const failure = { at, kind: pictureFailure, detail: `${reason} (${detail})` };
    picturesFailed.inc({ channel: expert.channel });
    runtime.log.warn({ messageId: message.id, detail }, 'a picture could not be loaded');
    const tries = message.failures.filter(({ kind }) => kind === pictureFailure).length + 1;
    if (retryAfterMs !== null && tries < mostTries) {
      return { failure, delayMs: Math.max(retryAfterMs, backoffMs(tries, firstRetryMs)) };
    }
    await giveUpPicture(runtime.db, attachment.id, reason);
    return { failure, delayMs: null };
  }
}

async function fetchPicture(
  { config, fetch }: Runtime,
  { channel: key }: ClaimedMessage['expert'],
  { source }: Attachment,
) {
  // Nobody downloads a film to find out that it is none.
  if (isOtherThanPicture(source.contentType)) throw new NoPicture(source.contentType ?? '');
  const via = channelFor(config, key);
  if (!via?.channel.fetchMedia) throw new SendError('not_configured', key);
  const { bytes } = await via.channel.fetchMedia(source, via.settings, fetch);
  const picture = await encodeImage(bytes, { fromPhone: true });
  const size = sizeOfWebp(picture);
  if (!size) throw new NoPicture('');
  return { picture, ...size };
}

/** A file of another kind. */
class NoPicture extends Error {
  override name = 'NoPicture';
}

/** `retryAfterMs` null: another try would end the same way. */
function explained(error: unknown): {
  reason: string;
  detail: string;
  retryAfterMs: number | null;
} {
  const { message: detail } = error as Error;
  if (error instanceof NoPicture) {
    return {
      reason: `This ${kindOf(detail)} can’t be read, only pictures.`,
      detail,
      retryAfterMs: null,
    };
  }
  if (error instanceof AppError) {
    return { reason: encoderWords[error.status] ?? damaged, detail, retryAfterMs: null };
  }
  if (!(error instanceof SendError)) throw error;
  const { failure } = error;
  if (failure.kind === 'too_long') {
    return {
      reason: 'The picture is larger than 5 MB.',
      detail: failure.detail,
      retryAfterMs: null,
    };
  }
  const isOver = sendFailures[failure.kind].retry === 'never';
  const retryAfterMs = isOver ? null : (error.retryAfterMs ?? 0);
  return { reason: 'The picture could not be loaded.', detail: failure.detail, retryAfterMs };
}

const damaged = 'The picture is damaged or incomplete.';
/** What `encodeImage` answers an upload with, said of somebody's picture. */
const encoderWords: Record<number, string> = {
  413: 'The picture has more than 40 megapixels.',
  415: 'This file can’t be read, only pictures.',
  422: damaged,
};

function kindOf(contentType: string): string {
  if (/^audio/i.test(contentType)) return 'voice message';
  return /^video/i.test(contentType) ? 'film' : 'file';
}
