import type { AnalyticsReply, Figures } from '#shared/api/analytics.ts';
import { anAnalyticsReply, someFigures } from '#test/web/analytics-fixtures.ts';
import { broken, idOf, longWord } from './samples.ts';
import type { Section } from './screen.ts';

const analytics = {
  who: 'admin',
  path: '/analytics',
  title: 'Analytics · Sagewire',
  heading: 'Analytics',
} as const;
const [ada] = anAnalyticsReply().experts;

function aQuarter(times: number): Figures[] {
  return Array.from({ length: 90 }, (_, day) => {
    const rhythm = 60 + day + 40 * Math.sin(day * 0.9);
    const count = (share: number) => Math.round(rhythm * share) * times;
    const validated = count(0.5);
    return someFigures({
      messagesIn: count(1),
      messagesOut: count(1),
      systemTexts: count(0.05),
      activePeople: count(0.4),
      answered: count(0.9),
      answerTimeMs: { p50: 1_500 + 10 * day, p95: 4_000 + 3_000 * Math.abs(Math.sin(day)) },
      delivered: count(0.95),
      failed: count(0.03),
      deliveryRate: 0.95 / 0.98,
      validated,
      rejected: count(0.02),
      rejectionRate: count(0.02) / validated,
      tokens: { input: count(900), output: count(120), unreported: 2 },
    });
  });
}

function aLot(): AnalyticsReply {
  const days = aQuarter(100_000).map((figures, index) => ({
    day: new Date(Date.UTC(2026, 7, 24 + index)).toISOString().slice(0, 10),
    ...figures,
  }));
  const totals = aQuarter(9_000_000)[60] as Figures;
  const experts = Array.from({ length: 20 }, (_, index) => ({
    ...(aQuarter(500_000)[index] as Figures),
    expert: {
      id: idOf(100 + index),
      displayName: index === 0 ? longWord : `Expert ${index}`,
      imageUrl: null,
      channel: 'SMS' as const,
    },
  }));
  return anAnalyticsReply({ from: '2026-08-24', totals, days, experts });
}

const nothing = anAnalyticsReply({ totals: someFigures(), experts: [] });

export const adminAnalytics: Section = {
  title: 'For admins: analytics',
  screens: [
    {
      ...analytics,
      name: 'admin-analytics',
      caption: 'The last 30 days',
      texts: ['Messages in', 'wrote at least once', 'By expert', 'Coming soon...'],
    },
    {
      ...analytics,
      path: '/analytics?days=90',
      name: 'admin-analytics-day',
      caption: 'Ninety days of a great many messages, one of them pointed at',
      answers: { 'GET /api/analytics': { json: aLot() } },
      action: async (page) => {
        await page.getByRole('button', { name: 'Messages by day' }).focus();
        await page.keyboard.press('ArrowLeft');
      },
      texts: ['Fri, Nov 20', 'Expert 19'],
    },
    {
      ...analytics,
      path: '/analytics?days=7',
      name: 'admin-analytics-tables',
      caption: 'The tables behind the charts',
      answers: { 'GET /api/analytics': { json: anAnalyticsReply() } },
      action: async (page) => {
        const show = page.getByRole('button', { name: /^Show .* as a table$/ });
        await show.first().waitFor();
        while ((await show.count()) > 0) await show.first().click();
      },
      texts: ['Thu, Nov 19', 'Automatic texts', 'Calls without a count'],
    },
    {
      ...analytics,
      path: `/analytics?days=7&expert=${ada?.expert.id}`,
      name: 'admin-analytics-expert',
      caption: 'One expert',
      answers: { 'GET /api/analytics': { json: anAnalyticsReply() } },
      texts: ['12,418'],
    },
    {
      ...analytics,
      name: 'admin-analytics-loading',
      caption: 'Analytics, loading',
      answers: { 'GET /api/analytics': 'never' },
      texts: ['Loading analytics'],
    },
    {
      ...analytics,
      name: 'admin-analytics-empty',
      caption: 'Before the first message',
      answers: { 'GET /api/analytics': { json: { ...nothing, hasMessages: false } } },
      texts: ['No messages yet', 'Open the sandbox phone'],
    },
    {
      ...analytics,
      path: '/analytics?days=7',
      name: 'admin-analytics-quiet',
      caption: 'A week without messages',
      answers: { 'GET /api/analytics': { json: nothing } },
      texts: ['No messages in the last 7 days', 'Show the last 90 days'],
    },
    {
      ...analytics,
      name: 'admin-analytics-error',
      caption: 'Analytics that could not be loaded',
      answers: { 'GET /api/analytics': broken },
      texts: ['Unable to load analytics', 'The database is taking a rest.'],
    },
  ],
};
