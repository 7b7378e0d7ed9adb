import { SendError, sendFailures } from '#server/channels/send-error.ts';
import { AppError } from '#server/errors.ts';
import { ImageUnreadable } from '#server/outside/images/encode.ts';

/** Says nothing about the model. */
export const pictureFailure = 'picture';

/** The message is the declared type, or empty. */
export class NotAPicture extends Error {
  override name = 'NotAPicture';
}

/** `reason` is for people, `detail` for admins. `retryAfterMs` null: no retry. */
type Explained = { reason: string; detail: string; retryAfterMs: number | null };

export function explainFailure(error: unknown, what: 'picture' | 'text'): Explained {
  const { message: detail } = error as Error;
  if (error instanceof NotAPicture) {
    const reason = `This ${nameFileKind(detail)} can't be read, only pictures.`;
    return { reason, detail, retryAfterMs: null };
  }
  if (error instanceof ImageUnreadable) {
    const { problem } = error;
    return { reason: unreadable[problem], detail: problem, retryAfterMs: null };
  }
  // Our own storage failed: thrown to retry the whole turn.
  if (error instanceof AppError && error.status < 500) {
    return { reason: refused[error.status] ?? unreadable.damaged, detail, retryAfterMs: null };
  }
  if (!(error instanceof SendError)) throw error;
  const { failure } = error;
  if (failure.kind === 'too_long') {
    const reason = `The ${what} is larger than 5 MB.`;
    return { reason, detail: failure.detail, retryAfterMs: null };
  }
  const isOver = sendFailures[failure.kind].retry === 'never';
  const retryAfterMs = isOver ? null : (error.retryAfterMs ?? 0);
  return { reason: `The ${what} could not be loaded.`, detail: failure.detail, retryAfterMs };
}

const unreadable: Record<ImageUnreadable['problem'], string> = {
  damaged: 'The picture is damaged or incomplete.',
  memory: 'The picture takes too much memory to read.',
  time: 'The picture takes too long to read.',
};
const refused: Record<number, string> = {
  413: 'The picture has more than 40 megapixels.',
  415: "This file can't be read, only pictures.",
};

function nameFileKind(contentType: string): string {
  if (/^audio/i.test(contentType)) return 'voice message';
  return /^video/i.test(contentType) ? 'video' : 'file';
}
