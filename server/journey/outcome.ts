import type { Failure } from '#server/db/schema.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { SystemText } from '#server/messages/system-texts.ts';
import type { WrittenReply } from './answer/write-reply.ts';
import type { Effect } from './effects/effect.ts';
import type { CalledFacts } from './load/called-facts.ts';
import type { Concern } from './safety/concern.ts';

export type TurnResult = {
  claim: ClaimedMessage & Partial<CalledFacts>;
  outcome: Outcome;
  concern?: Concern | null | undefined;
  /** Moderation and model have been asked. */
  isByModel?: true;
};

export function isCrisis({ outcome }: Pick<TurnResult, 'outcome'>): boolean {
  return outcome.kind === 'objection' && outcome.objection.guard === 'crisis';
}

export type Outcome =
  | { kind: 'objection'; objection: Objection }
  | ReplyOutcome
  | Extract<WrittenReply, { kind: 'rejected' }>
  | Extract<WrittenReply, { kind: 'no-answer' }>
  /** `retryInMs` null: no further attempt. */
  | { kind: 'unanswered'; failures: Failure[]; retryInMs: number | null }
  /** No room for its pictures now; not counted as an attempt. */
  | { kind: 'postponed'; delayMs: number }
  /** The process is stopping; the message keeps waiting. */
  | { kind: 'handed-back' }
  /** What it is about keeps changing: a later turn decides. */
  | { kind: 'put-back' };

/** `asksIfHuman`: the reply must say that an AI writes it. */
export type ReplyOutcome = Extract<WrittenReply, { kind: 'reply' }> & { asksIfHuman: boolean };

/** `text` null: no answer. */
export type Objection = {
  guard:
    | 'sender'
    | 'keyword'
    | 'human'
    | 'word'
    | 'word-limit'
    | 'more'
    | 'forgotten'
    | 'crisis'
    | 'all-clear'
    | 'age'
    | 'handler'
    | 'loop'
    | 'revoked'
    | 'window'
    | 'greeting'
    | 'automatic'
    | 'emoji'
    | 'code'
    | 'code-limit'
    | 'connected'
    | 'opted-out'
    | 'connection'
    | 'content'
    | 'paused'
    | 'credit'
    | 'picture-limit'
    | 'restored'
    | 'stranger-limit'
    | 'no-answer-limit'
    | 'sources';
  /**
   * `recorded`: needs no answer. `held`: waits for a person. `answered`: by a person. `refused`: the model was not
   * asked.
   */
  state: 'recorded' | 'refused' | 'held' | 'answered';
  text: SystemText | null;
  /** Counts against the limit for phones without an account. */
  isToStranger?: boolean;
  effects?: Effect[];
};
