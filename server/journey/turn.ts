import type { ConfiguredChannel } from '#server/channels/index.ts';
import type { Obstacle } from '#server/channels/obstacle.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import type { CalledFacts } from './load/called-facts.ts';

/**
 * All that a decision depends on: what was claimed, what its text calls for, the time, and this installation. Plain values,
 * so that a guard is tested without a database.
 */
export type Turn = ClaimedMessage &
  CalledFacts &
  Site & {
    now: Date;
    /** The gateway's id of an answer that a lost installation has sent. */
    answeredBefore: string | null;
  };

type Site = {
  publicUrl: string;
  /** To texting the person now. */
  obstacle: Obstacle | null;
  /** Of the expert's channel; null without a gateway. */
  via: ConfiguredChannel | null;
  /** As `writeNumber`, with our key. */
  writeNumber(kind: 'forget' | 'move' | 'leave', ...about: string[]): string;
};
