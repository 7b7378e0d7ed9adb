import type { Database } from '#server/db/client.ts';
import type { Failure } from '#server/db/schema.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { WrittenReply } from './write-reply.ts';

/** What a turn came to. */
export type Outcome =
  | { kind: 'objection'; objection: Objection }
  | Exclude<WrittenReply, { kind: 'unanswered' }>
  | { kind: 'unanswered'; failures: Failure[]; retryInMs: number | null }
  | { kind: 'handed-back' };

/** A guard's answer in place of the model's. Without a text the message is kept and nothing is said. */
export type Objection = {
  guard:
    | 'keyword'
    | 'human'
    | 'loop'
    | 'code'
    | 'code-limit'
    | 'connected'
    | 'opted-out'
    | 'connection'
    | 'content'
    | 'paused'
    | 'credit';
  /** `recorded`: nobody needed an answer. `refused`: the person asked and did not get one. */
  state: 'recorded' | 'refused';
  text: SystemText | null;
  /** What changes together with the answer, in the same transaction; `outdated`: it can't any more. */
  effect?: (tx: Database, now: Date) => Promise<'done' | 'outdated'>;
};
