import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import type { MessageKind } from '#shared/api/thread-filters.ts';
import { formatWeekday } from '#web/lib/days.ts';
import { type ThreadScope, writeScope } from '#web/links/thread-scope.ts';

/** One day or the whole range, of one expert or all. */
export type FigureRow = { name: string; scope: Omit<ThreadScope, 'with'>; figures: Figures };

export function hrefOfConversations(kind: MessageKind, { scope }: FigureRow): string {
  return `/conversations?${writeScope({ with: kind, ...scope })}`;
}

export function toTotalRow(reply: AnalyticsReply, expertId: string | null): FigureRow {
  return { name: 'Total', scope: scopeOf(reply, expertId), figures: reply.totals };
}

/** Oldest first. */
export function toDayRows(reply: AnalyticsReply, expertId: string | null): FigureRow[] {
  return reply.days.map(({ day, ...figures }) => ({
    name: formatWeekday(day),
    scope: { ...scopeOf(reply, expertId), from: day, to: day },
    figures,
  }));
}

export function toExpertRows(reply: AnalyticsReply): FigureRow[] {
  return reply.experts.map(({ expert, ...figures }) => ({
    name: expert.displayName,
    scope: scopeOf(reply, expert.id),
    figures,
  }));
}

function scopeOf(
  { from, to, timeZone }: AnalyticsReply,
  expertId: string | null,
): FigureRow['scope'] {
  return { from, to, timeZone, ...(expertId && { expertId }) };
}
