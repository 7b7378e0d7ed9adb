import type { Database } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { WrittenReply } from './write-reply.ts';

export type TurnResult = { claim: ClaimedMessage; outcome: Outcome };

export type Outcome =
  | { kind: 'objection'; objection: Objection }
  | Exclude<WrittenReply, { kind: 'unanswered' }>
  /** `retryInMs` null: no more attempts. */
  | { kind: 'unanswered'; failures: Failure[]; retryInMs: number | null }
  /** There is no room for it now; not an attempt. */
  | { kind: 'postponed'; delayMs: number }
  /** The process is stopping: the message keeps waiting. */
  | { kind: 'handed-back' };

/** A guard's answer in place of the model's; none if `text` is null. */
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
  /** `recorded`: needs no answer. `held`: it waits for a person. `refused`: the person asked something and the model was not called. */
  state: 'recorded' | 'refused' | 'held';
  text: SystemText | null;
  /** Phones without an account get only so many answers. */
  isToStranger?: boolean;
  /** Runs in the transaction that stores the answer. `stale`: the facts have changed, so the guards run again. */
  effect?: (tx: Database, now: Date) => Promise<'done' | 'stale'>;
  /** Runs once that is committed; a crash may skip it. */
  afterwards?: () => Promise<void>;
};
