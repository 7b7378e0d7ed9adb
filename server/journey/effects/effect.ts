import type { Crisis } from '#safety/find-crisis.ts';
import type { Database } from '#server/db/client.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { Runtime } from '#server/runtime.ts';

export type Owner = { id: string; email: string };

/** What a guard wants changed; `apply.ts` changes it in the transaction that stores the answer. Plain values only. */
export type Effect =
  | { kind: 'opt-out'; isOfAll: boolean; blockedByGateway: boolean }
  | { kind: 'opt-in' }
  /** Marks the thread for the team; the AI goes on. */
  | { kind: 'want-human' }
  | { kind: 'hand-over' }
  | { kind: 'return-to-ai'; because: 'asked' | 'all-clear' }
  | { kind: 'meet-crisis'; crisis: Crisis }
  | { kind: 'refuse-child'; rule: string }
  /** Counts our question as asked. `connectionId` null: it is about the account's new number. */
  | { kind: 'ask-question'; userId: string; connectionId: string | null; askedAt: Date | null }
  | { kind: 'decline-question'; userId: string; connectionId: string | null }
  /** `code` null: by a YES. `isConfirmed`: although another account has proved the address. */
  | { kind: 'connect'; owner: Owner; code: string | null; isConfirmed: boolean }
  | { kind: 'leave'; userId: string }
  | { kind: 'send-rest' }
  | { kind: 'send-rest-again' }
  | { kind: 'forget' }
  /** An answer that a lost installation has sent. */
  | { kind: 'note-answer'; gatewayMessageId: string }
  /** Written before a person took the thread over. */
  | { kind: 'keep-draft'; body: string }
  /** For the metrics. */
  | { kind: 'count-code'; outcome: CodeOutcome };

export type CodeOutcome = 'right' | 'moving' | 'foreign' | 'wrong' | 'blocked';

export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

export type EffectStep = { runtime: Runtime; tx: Database; now: Date; claim: ClaimedMessage };

/** `silent`: don't send the text. `stale`: the facts have changed. */
export type Applied = 'done' | 'silent' | 'stale';
