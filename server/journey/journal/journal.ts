import type { Logger } from 'pino';
import { retries, webhooksReceived } from '#server/outside/metrics.ts';
import type { Clock } from '#server/runtime.ts';
import { failures, repliesSent, timeToAnswer, timeToSend, webhooksNotFound } from '../metrics.ts';
import { limitLines } from './limit-lines.ts';
import type { Took } from './took.ts';
import type { Span, Tracing } from './tracing.ts';

/** Where a text is. `messageId` is the person's text that it is about, or its own if it answers none. */
export type Place = {
  threadId: string;
  messageId: string;
  expertId: string;
};

/** A text to a phone. */
export type SentPlace = Place & {
  deliveryId: string;
  /** Its message here. */
  replyId: string;
  part: number;
  /** When the text that it answers was stored. */
  askedAt: Date | null;
};

/** What became of a turn. `state` null: it will be taken again. */
export type Settlement = {
  state: string | null;
  guard?: string | undefined;
  provider?: string | undefined;
  /** The model's failure. */
  kind?: string | undefined;
  retryInMs?: number | null | undefined;
};

export type Journal = ReturnType<typeof createJournal>;

/**
 * The steps of a text, each told once: a line, a span and the metrics. It knows ids and times, never words or phones.
 * Call it after the commit.
 */
export function createJournal({
  log,
  clock,
  tracing,
}: {
  log: Logger;
  clock: Clock;
  tracing: Tracing | null;
}) {
  // It has nothing to hide, and looking for it would cost more than the line.
  const lines = log.child({}, { redact: [] });
  const warnOfStrangers = limitLines(clock, (facts, message) => lines.warn(facts, message));
  const since = (at: Date) => clock.now().getTime() - at.getTime();

  function trace(name: Span['name'], messageId: string, took: Took, facts: Span['facts']): void {
    tracing?.add({ name, messageId, took, facts, hasFailed: facts.kind !== undefined });
  }

  return {
    /** @param text.messageId null: the gateway sent it before. */
    received(
      text: Omit<Place, 'messageId'> & {
        messageId: string | null;
        channel: string;
        gatewayId?: string;
        requestId?: string | undefined;
      },
      took: Took,
    ): void {
      const { messageId, channel, gatewayId, requestId, ...place } = text;
      const facts = { ...ids({ ...place, messageId }), channel, gatewayId, reqId: requestId };
      const ms = Math.round(took.ms);
      lines.info({ ...facts, ms }, messageId ? 'received' : 'received again');
      if (messageId) trace('receive', messageId, took, facts);
    },

    /** By the team, to a phone. */
    written(place: Place, took: Took): void {
      lines.info({ ...ids(place), ms: Math.round(took.ms) }, 'written');
      trace('write', place.messageId, took, ids(place));
    },

    /** A webhook of which nothing is stored. */
    refused(refused: {
      channel: string;
      expert?: string | undefined;
      outcome: 'forged' | 'unsigned' | 'malformed' | 'refused';
      reason: string;
      reqId: string;
    }): void {
      const { outcome, ...facts } = refused;
      webhooksReceived.inc({ channel: facts.channel, outcome });
      // Overload is warned of once, and refuses hundreds a second.
      if (outcome === 'refused') lines.info(facts, 'webhook refused');
      else warnOfStrangers(facts, 'webhook refused');
    },

    /** A webhook at an address that has no expert or gateway: perhaps a slip in the gateway's settings. */
    notFound(facts: {
      reason: 'expert' | 'gateway' | 'address';
      path: string;
      reqId: string;
    }): void {
      webhooksNotFound.inc({ reason: facts.reason });
      warnOfStrangers(facts, 'webhook not found');
    },

    decided(place: Place, facts: { as: string; attempts: number; guard?: string }, took: Took) {
      lines.info({ ...ids(place), ...facts, ms: Math.round(took.ms) }, 'decided');
      trace('decide', place.messageId, took, { ...ids(place), ...facts });
    },

    /** The turn's end is committed. */
    settled(place: Place, receivedAt: Date, settlement: Settlement): void {
      const { state, kind, retryInMs, ...facts } = settlement;
      const ms = since(receivedAt);
      if (state === 'answered' && !facts.guard) timeToAnswer.observe(ms / 1000);
      if (state !== null && state !== 'failed') {
        lines.info({ ...ids(place), state, ...facts, ms }, 'answered');
      } else if (kind === undefined) {
        lines.info({ ...ids(place), ms }, 'put back');
      } else if (state === null) {
        retries.inc({ step: 'answer' });
        lines.warn({ ...ids(place), kind, retryMs: retryInMs, ms }, 'no answer yet');
      } else {
        failures.inc({ step: 'answer', kind });
        lines.warn({ ...ids(place), kind, ms }, 'given up: no answer');
      }
    },

    sent(text: SentPlace, gatewayId: string, took: Took): void {
      const { askedAt, part } = text;
      repliesSent.inc({ outcome: 'sent' });
      const totalMs = askedAt ? since(askedAt) : undefined;
      if (totalMs !== undefined && part === 0) timeToSend.observe(totalMs / 1000);
      const facts = { ...idsOfText(text), gatewayId };
      lines.info({ ...facts, ms: Math.round(took.ms), totalMs }, 'sent');
      trace('send', text.messageId, took, facts);
    },

    /** @param retryInMs null: it is given up. */
    unsent(text: SentPlace, kind: string, retryInMs: number | null, took: Took | null): void {
      const facts = { ...idsOfText(text), kind };
      const ms = took ? Math.round(took.ms) : undefined;
      if (retryInMs === null) {
        repliesSent.inc({ outcome: 'failed' });
        failures.inc({ step: 'send', kind });
        lines.warn({ ...facts, ms }, 'given up: not sent');
      } else {
        retries.inc({ step: 'send' });
        lines.warn({ ...facts, retryMs: retryInMs, ms }, 'not sent yet');
      }
      if (took) trace('send', text.messageId, took, facts);
    },

    /** @param sentAt when its send call began. */
    reported(
      text: Omit<SentPlace, 'part' | 'askedAt' | 'replyId'>,
      { state, gatewayId, sentAt }: { state: string; gatewayId: string; sentAt: Date | null },
    ): void {
      const { deliveryId: delivery, ...place } = text;
      const facts = { ...ids(place), delivery, gatewayId };
      const ms = sentAt ? since(sentAt) : 0;
      lines.info({ ...facts, ms }, state);
      const took = { at: Date.now() - ms, ms };
      trace('deliver', place.messageId, took, { ...facts, state });
    },
  };
}

type Ids = { thread: string; message: string | undefined; expert: string };

function ids({
  threadId,
  messageId,
  expertId,
}: Omit<Place, 'messageId'> & { messageId: string | null }): Ids {
  return { thread: threadId, message: messageId ?? undefined, expert: expertId };
}

function idsOfText(text: SentPlace) {
  const { replyId: reply, deliveryId: delivery, part } = text;
  return { ...ids(text), reply, delivery, part };
}
