import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import type { MessageKind } from '#shared/api/threads.ts';
import { formatWeekday } from '#web/lib/days.ts';
import { type ThreadScope, writeScope } from '#web/lib/thread-scope.ts';

/** Figures with what they are of: a day or the whole range, an expert or all. */
export type Slice = { name: string; scope: Omit<ThreadScope, 'with'>; figures: Figures };

/** The conversations that hold the messages a number counts. */
export function hrefBehind(kind: MessageKind, { scope }: Slice): string {
  return `/conversations?${writeScope({ with: kind, ...scope })}`;
}

export function totalOf(reply: AnalyticsReply, expertId: string | null): Slice {
  return { name: 'Total', scope: scopeOf(reply, expertId), figures: reply.totals };
}

/** Oldest first. */
export function daysOf(reply: AnalyticsReply, expertId: string | null): Slice[] {
  return reply.days.map(({ day, ...figures }) => ({
    name: formatWeekday(day),
    scope: { ...scopeOf(reply, expertId), from: day, to: day },
    figures,
  }));
}

export function expertsOf(reply: AnalyticsReply): Slice[] {
  return reply.experts.map(({ expert, ...figures }) => ({
    name: expert.displayName,
    scope: scopeOf(reply, expert.id),
    figures,
  }));
}

function scopeOf({ from, to, timeZone }: AnalyticsReply, expertId: string | null): Slice['scope'] {
  return { from, to, timeZone, ...(expertId && { expertId }) };
}
