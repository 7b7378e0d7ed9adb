import type { Database } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { WrittenReply } from './write-reply.ts';

export type TurnResult = { claim: ClaimedMessage; outcome: Outcome };

export type Outcome =
  | { kind: 'objection'; objection: Objection }
  | Exclude<WrittenReply, { kind: 'unanswered' }>
  /** `retryInMs` null: no further attempt. */
  | { kind: 'unanswered'; failures: Failure[]; retryInMs: number | null }
  /** No room for its pictures now. Does not count as an attempt. */
  | { kind: 'postponed'; delayMs: number }
  /** The process is stopping, so the message keeps waiting. */
  | { kind: 'handed-back' };

/** A guard's answer instead of the model's. With `text` null nothing is answered. */
export type Objection = {
  guard:
    | 'keyword'
    | 'human'
    | 'word'
    | 'word-limit'
    | 'forgotten'
    | 'crisis'
    | 'age'
    | 'handler'
    | 'loop'
    | 'code'
    | 'code-limit'
    | 'connected'
    | 'opted-out'
    | 'connection'
    | 'content'
    | 'paused'
    | 'credit'
    | 'picture-limit'
    | 'stranger-limit';
  /**
   * `recorded`: needs no answer. `held`: waits for a person. `refused`: it was a question, but the model was not
   * called.
   */
  state: 'recorded' | 'refused' | 'held';
  text: SystemText | null;
  /** Counts against the limit of answers to phones without an account. */
  isToStranger?: boolean;
  /**
   * Runs in the transaction that stores the answer. `silent`: the text is not sent after all. `stale`: the facts have
   * changed, so the guards must run again.
   */
  effect?: (tx: Database, now: Date) => Promise<'done' | 'silent' | 'stale'>;
  /** Runs after the commit. A crash may skip it. */
  afterwards?: () => Promise<void>;
};
