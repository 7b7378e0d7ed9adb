import { isNotPicture } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError, sendFailures } from '#server/channels/send-error.ts';
import type { Failure } from '#server/db/schema.ts';
import { AppError } from '#server/errors.ts';
import { encodeImage } from '#server/images/encode.ts';
import {
  type Attachment,
  failPicture,
  listAttachments,
  storePicture,
} from '#server/messages/attachments-store.ts';
import { type ClaimedMessage, recordFailure } from '#server/messages/claims-store.ts';
import { picturesFailed } from '#server/metrics.ts';
import type { Runtime } from '#server/runtime.ts';
import { sizeOfWebp } from '#shared/webp.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from './outcome.ts';

/** Within about 20 seconds. */
const mostAttempts = 4;
const firstRetryMs = 1_500;
export const pictureFailure = 'picture';

type Fetched = {
  claim: ClaimedMessage;
  retry: Extract<Outcome, { kind: 'unanswered' }> | null;
};

/**
 * Downloads a message's attachments, re-encodes the pictures and stores them, before the message is answered. An
 * attachment that is no picture, or can't be downloaded, keeps the reason instead.
 */
export async function fetchPictures(runtime: Runtime, claim: ClaimedMessage): Promise<Fetched> {
  if (!claim.hasAttachments) return { claim, retry: null };
  const { db } = runtime;
  const found = await listAttachments(db, [claim.message.id]);
  const waiting = found.filter(({ state }) => state === 'waiting');
  const results = await Promise.all(
    waiting.map((attachment) => fetchAndStore(runtime, claim, attachment)),
  );
  const later = results.find((result) => result?.delayMs);
  if (later?.delayMs) {
    const { failure, delayMs: retryInMs } = later;
    return { claim, retry: { kind: 'unanswered', failures: [failure], retryInMs } };
  }
  let { message } = claim;
  for (const result of results) {
    if (result) message = await recordFailure(db, message, result.failure);
  }
  const attachments = await listAttachments(db, [message.id]);
  return { claim: { ...claim, message, attachments }, retry: null };
}

type FailedFetch = { failure: Failure; delayMs: number | null };

async function fetchAndStore(
  runtime: Runtime,
  { message, expert }: ClaimedMessage,
  attachment: Attachment,
): Promise<FailedFetch | null> {
  const at = runtime.clock.now().toISOString();
  try {
    const picture = await fetchPicture(runtime, expert, attachment);
    await storePicture(runtime.db, attachment.id, picture);
    return null;
  } catch (error) {
    const { reason, detail, retryAfterMs } = explainFailure(error);
    const failure = { at, kind: pictureFailure, detail: `${reason} (${detail})` };
    picturesFailed.inc({ channel: expert.channel });
    runtime.log.warn({ messageId: message.id, detail }, 'a picture could not be loaded');
    const attempt = message.failures.filter(({ kind }) => kind === pictureFailure).length + 1;
    if (retryAfterMs !== null && attempt < mostAttempts) {
      return { failure, delayMs: Math.max(retryAfterMs, backoffMs(attempt, firstRetryMs)) };
    }
    await failPicture(runtime.db, attachment.id, reason);
    return { failure, delayMs: null };
  }
}

async function fetchPicture(
  { config, fetch }: Runtime,
  { channel: key }: ClaimedMessage['expert'],
  { source }: Attachment,
) {
  // Don't download a video to find out that it is no picture.
  if (isNotPicture(source.contentType)) throw new NotAPicture(source.contentType ?? '');
  const via = channelFor(config, key);
  if (!via?.channel.fetchMedia) throw new SendError('not_configured', key);
  const { bytes } = await via.channel.fetchMedia(source, via.settings, fetch);
  const picture = await encodeImage(bytes, { fromPhone: true });
  const size = sizeOfWebp(picture);
  if (!size) throw new NotAPicture('');
  return { picture, ...size };
}

class NotAPicture extends Error {
  override name = 'NotAPicture';
}

function explainFailure(error: unknown): {
  reason: string;
  detail: string;
  retryAfterMs: number | null;
} {
  const { message: detail } = error as Error;
  if (error instanceof NotAPicture) {
    return {
      reason: `This ${fileKind(detail)} can't be read, only pictures.`,
      detail,
      retryAfterMs: null,
    };
  }
  if (error instanceof AppError) {
    return { reason: encoderReasons[error.status] ?? damaged, detail, retryAfterMs: null };
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
const encoderReasons: Record<number, string> = {
  413: 'The picture has more than 40 megapixels.',
  415: "This file can't be read, only pictures.",
  422: damaged,
};

function fileKind(contentType: string): string {
  if (/^audio/i.test(contentType)) return 'voice message';
  return /^video/i.test(contentType) ? 'video' : 'file';
}
