import { isOnTrial } from '#server/billing/credits.ts';
import { isNotPicture, isTextPart } from '#server/channels/channel.ts';
import { channelFor } from '#server/channels/index.ts';
import { SendError } from '#server/channels/send-error.ts';
import type { Failure } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import {
  type Attachment,
  countAgainstLimit,
  failPicture,
  listAttachments,
} from '#server/messages/attachments-store.ts';
import { type ClaimedMessage, recordFailure } from '#server/messages/claims-store.ts';
import { savePicture } from '#server/messages/pictures.ts';
import { listFailuresSinceReplay, replayKind } from '#server/messages/replays-store.ts';
import { systemTexts } from '#server/messages/system-texts.ts';
import { encodeImage } from '#server/outside/images/encode.ts';
import type { Runtime } from '#server/runtime.ts';
import { picturesPerDay } from '#shared/limits.ts';
import { dayMs } from '#shared/time.ts';
import { sizeOfWebp } from '#shared/webp.ts';
import { computeBackoffMs } from '../backoff.ts';
import { picturesFailed } from '../metrics.ts';
import type { Objection, Outcome } from '../outcome.ts';
import { explainFailure, NotAPicture, pictureFailure } from './picture-failures.ts';

/** All attempts fit into about 20 seconds. */
const maxAttempts = 4;
const firstRetryMs = 1_500;
const inWorkPerThread = 2;

/** Fetches nothing. */
export async function listPictures(
  runtime: Runtime,
  claim: ClaimedMessage,
): Promise<ClaimedMessage> {
  if (!claim.hasAttachments) return claim;
  const found = await listAttachments(runtime.db, [claim.message.id]);
  const files = found.filter((one) => isWaiting(one) && isNotPicture(one.source.contentType));
  let { message } = claim;
  for (const file of files) {
    const error = new NotAPicture(file.source.contentType ?? '');
    const { failure } = await recordFailedPicture(runtime, { ...claim, message }, file, error);
    message = await recordFailure(runtime.db, message, failure);
  }
  const attachments =
    files.length > 0 ? await listAttachments(runtime.db, [claim.message.id]) : found;
  return { ...claim, message, attachments };
}

export type Loaded = { claim: ClaimedMessage; outcome: Outcome | null };

/** Turns of this process. */
let loading = 0;
const waitForRoomMs = 1_000;

/**
 * Uses at most half of the slots, so that threads without pictures go on.
 * @param claim with its attachments.
 */
export async function loadPictures(runtime: Runtime, claim: ClaimedMessage): Promise<Loaded> {
  const waiting = claim.attachments.filter(isWaiting);
  if (waiting.length === 0) return { claim, outcome: null };
  if (loading >= Math.max(1, runtime.config.replyConcurrency / 2)) {
    return { claim, outcome: { kind: 'postponed', delayMs: waitForRoomMs } };
  }
  // Before the first `await`, so that turns can't pass the check together.
  loading++;
  try {
    if (!(await mayLoad(runtime, claim, waiting))) {
      return { claim, outcome: { kind: 'objection', objection: refuseTooManyPictures() } };
    }
    return await loadAndStore(runtime, claim, waiting);
  } finally {
    loading--;
  }
}

const isWaiting = ({ state }: Attachment) => state === 'waiting';

function refuseTooManyPictures(): Objection {
  return { guard: 'picture-limit', state: 'refused', text: systemTexts.tooManyPictures() };
}

/** An admin's replay has no limit. */
async function mayLoad(
  { db, clock }: Runtime,
  { user, message }: ClaimedMessage,
  waiting: Attachment[],
): Promise<boolean> {
  const isReplay = message.failures.some(({ kind }) => kind === replayKind);
  if (!user || !isOnTrial(user) || isReplay) return true;
  const now = clock.now();
  const since = new Date(now.getTime() - dayMs);
  const ids = waiting.map(({ id }) => id);
  return transact(db, (tx) =>
    countAgainstLimit(tx, { userId: user.id, ids, since, now, limit: picturesPerDay }),
  );
}

async function loadAndStore(
  runtime: Runtime,
  claim: ClaimedMessage,
  waiting: Attachment[],
): Promise<Loaded> {
  const { db } = runtime;
  const results: (FailedPicture | null)[] = [];
  const left = [...waiting];
  const loadInTurn = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      results.push(await loadOne(runtime, claim, next));
    }
  };
  await Promise.all(Array.from({ length: inWorkPerThread }, loadInTurn));
  const later = results.find((result) => result?.delayMs);
  if (later?.delayMs) {
    const { failure, delayMs: retryInMs } = later;
    return { claim, outcome: { kind: 'unanswered', failures: [failure], retryInMs } };
  }
  let { message } = claim;
  for (const result of results) {
    if (result) message = await recordFailure(db, message, result.failure);
  }
  const attachments = await listAttachments(db, [message.id]);
  return { claim: { ...claim, message, attachments }, outcome: null };
}

type FailedPicture = { failure: Failure; delayMs: number | null };

async function loadOne(
  runtime: Runtime,
  claim: ClaimedMessage,
  attachment: Attachment,
): Promise<FailedPicture | null> {
  try {
    const picture = await fetchPicture(runtime, claim.expert, attachment);
    await savePicture(runtime, attachment.id, picture);
    return null;
  } catch (error) {
    return recordFailedPicture(runtime, claim, attachment, error);
  }
}

export async function recordFailedPicture(
  runtime: Runtime,
  { message, expert }: ClaimedMessage,
  attachment: Attachment,
  error: unknown,
): Promise<FailedPicture> {
  const at = runtime.clock.now().toISOString();
  const what = isTextPart(attachment.source.contentType) ? 'text' : 'picture';
  const { reason, detail, retryAfterMs } = explainFailure(error, what);
  const failure = { at, kind: pictureFailure, detail: `${reason} (${detail})` };
  picturesFailed.inc({ channel: expert.channel });
  runtime.log.warn({ messageId: message.id, detail }, 'a picture could not be loaded');
  const earlier = listFailuresSinceReplay(message.failures);
  const attempt = earlier.filter(({ kind }) => kind === pictureFailure).length + 1;
  if (retryAfterMs !== null && attempt < maxAttempts) {
    return { failure, delayMs: Math.max(retryAfterMs, computeBackoffMs(attempt, firstRetryMs)) };
  }
  await failPicture(runtime.db, attachment.id, reason);
  return { failure, delayMs: null };
}

async function fetchPicture(
  { config, fetch }: Runtime,
  { channel: key }: ClaimedMessage['expert'],
  { source }: Attachment,
) {
  const via = channelFor(config, key);
  if (!via?.channel.fetchMedia) throw new SendError('not_configured', key);
  const { bytes } = await via.channel.fetchMedia(source, via.settings, fetch);
  const picture = await encodeImage(bytes, { fromPhone: true });
  const size = sizeOfWebp(picture);
  if (!size) throw new NotAPicture('');
  return { picture, ...size };
}
