import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import { anExpert } from './fixtures.ts';

export const someFigures = (fields: Partial<Figures> = {}): Figures => ({
  messagesIn: 0,
  messagesOut: 0,
  systemTexts: 0,
  activePeople: 0,
  answered: 0,
  answerTimeMs: null,
  delivered: 0,
  failed: 0,
  deliveryRate: null,
  validated: 0,
  rejected: 0,
  rejectionRate: null,
  tokens: { input: 0, output: 0, unreported: 0 },
  ...fields,
});

const week = ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`);

const busy = someFigures({
  messagesIn: 12_418,
  messagesOut: 12_400,
  systemTexts: 320,
  activePeople: 1_204,
  answered: 12_000,
  answerTimeMs: { p50: 1_412, p95: 9_800 },
  delivered: 11_500,
  failed: 120,
  deliveryRate: 11_500 / 11_620,
  validated: 660,
  rejected: 14,
  rejectionRate: 14 / 660,
  tokens: { input: 1_236_000, output: 340_000, unreported: 0 },
});

/** All on the fifth day. */
export const anAnalyticsReply = (fields: Partial<AnalyticsReply> = {}): AnalyticsReply => {
  const { id, displayName, imageUrl, channel } = anExpert();
  return {
    from: '2026-11-15',
    to: '2026-11-21',
    timeZone: 'Europe/Berlin',
    computedAt: '2026-11-21T08:12:00.000Z',
    hasMessages: true,
    questions: { today: 12, unsent: 0, limit: 500 },
    backlog: { seconds: 0, limit: 60 },
    totals: busy,
    days: week.map((day, index) => ({ day, ...(index === 4 ? busy : someFigures()) })),
    experts: [{ expert: { id, displayName, imageUrl, channel }, ...busy }],
    ...fields,
  };
};
