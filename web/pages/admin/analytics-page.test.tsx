import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAnalyticsReply, someFigures } from '#test/web/analytics-fixtures.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import type { renderApp } from '#test/web/render.tsx';
import { ada, panel, renderAnalytics, sol } from '#test/web/render-analytics.ts';

const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

const listQueries = ({ api }: ReturnType<typeof renderApp>) =>
  api.requests.filter(({ call }) => call === 'GET /api/analytics').map(({ query }) => query);

const week = 'from=2026-11-15&to=2026-11-21&timeZone=Europe%2FBerlin';

describe('analytics', () => {
  it("requests 30 days in the browser's time zone, and shows the days and the time of the count", async () => {
    const view = renderAnalytics();
    const time = new Date('2026-11-21T08:12:00Z').toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
    });
    expect(await screen.findByText(`Nov 15–21 · Europe/Berlin · as of ${time}`)).toBeDefined();
    expect(listQueries(view).map(String)).toEqual([
      String(new URLSearchParams({ days: '30', timeZone })),
    ]);
    expect(document.title).toBe('Analytics · Sagewire');
  });

  it.each([
    ['Messages in: 12,418', 'in'],
    ['Messages out: 12,400', 'out'],
    ['Active people: 1,204', 'in'],
    ['Answer time, p50: 1.4 s', 'answered'],
    ['Delivery rate: 99.0%', 'settled'],
    ['Rejection rate: 2.1%', 'validated'],
    ['Tokens in: 1.24M', 'ai'],
    ['Tokens out: 340K', 'ai'],
    ['320', 'system'],
    ['9.8 s', 'answered'],
    ['120', 'failed'],
    ['14', 'rejected'],
    ['660', 'validated'],
  ])('links “%s” to its conversations', async (name, kind) => {
    renderAnalytics();
    const [number] = await screen.findAllByRole('link', { name });
    expect(number?.getAttribute('href')).toBe(`/conversations?with=${kind}&${week}`);
  });

  it('has the full number behind a shortened one', async () => {
    renderAnalytics();
    const number = await screen.findByRole('link', { name: 'Tokens in: 1.24M' });
    expect(number.title).toBe('1,236,000');
    expect(screen.getByRole('link', { name: 'Answer time, p50: 1.4 s' }).title).toBe('1,412 ms');
  });

  it('distinguishes unknown from zero', async () => {
    const totals = someFigures({
      messagesIn: 3,
      tokens: { input: 0, output: 0, unreported: 3 },
    });
    renderAnalytics('', anAnalyticsReply({ totals }));
    const unreported = await screen.findByText(/calls without a count/);
    expect(unreported.textContent).toBe('3 calls without a count');
    const href = within(unreported).getByRole('link').getAttribute('href');
    expect(href).toContain('/conversations?with=unreported&');
    expect(screen.getAllByText('no data').length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: /^Messages out/ })).toBeNull();
  });

  it('shows the table of a chart, newest day first, with linked numbers', async () => {
    const { user } = renderAnalytics();
    const messages = await panel('Messages');
    await user.click(messages.getByRole('button', { name: 'Show Messages as a table' }));
    const rows = messages.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'DayInOutAutomatic texts',
      'Sat, Nov 21000',
      'Fri, Nov 20000',
      'Thu, Nov 1912,41812,400320',
      'Wed, Nov 18000',
      'Tue, Nov 17000',
      'Mon, Nov 16000',
      'Sun, Nov 15000',
      'Total12,41812,400320',
    ]);
    const number = messages.getByRole('link', { name: 'Thu, Nov 19, In: 12,418' });
    expect(number.getAttribute('href')).toBe(
      '/conversations?with=in&from=2026-11-19&to=2026-11-19&timeZone=Europe%2FBerlin',
    );
    await user.click(messages.getByRole('button', { name: 'Show Messages as a chart' }));
    expect(messages.getByRole('button', { name: 'Messages by day' })).toBeDefined();
  });

  it('moves through the days of a chart by keyboard, reads their numbers and opens one', async () => {
    const { user } = renderAnalytics();
    const delivery = await panel('Delivery');
    delivery.getByRole('button', { name: 'Delivery by day' }).focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    const said = delivery.getByRole('status');
    expect(said.textContent).toBe(
      'Thu, Nov 19. Delivered: 11,500, Failed: 120, Delivery rate: 99.0%',
    );
    await user.keyboard('{Home}');
    expect(said.textContent).toMatch(/^Sun, Nov 15\. .*Delivery rate: no data$/);
    await user.keyboard('{End}{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/conversations'));
    expect(window.location.search).toBe(
      '?with=delivered&from=2026-11-21&to=2026-11-21&timeZone=Europe%2FBerlin',
    );
  });

  it('says when a chart has no data', async () => {
    const reply = anAnalyticsReply();
    const days = reply.days.map((day) => ({ ...day, rejected: 0 }));
    renderAnalytics('', { ...reply, days });
    expect((await panel('Rejections')).getByText('No data for these days')).toBeDefined();
    expect((await panel('Messages')).queryByText('No data for these days')).toBeNull();
  });

  it('changes the days and the expert, and keeps both in the address', async () => {
    const view = renderAnalytics();
    const { user } = view;
    await user.click(await screen.findByRole('link', { name: '90 days' }));
    await waitFor(() => expect(window.location.search).toBe('?days=90'));
    screen.getByRole('combobox', { name: 'Expert' }).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: 'Sol' }));
    await waitFor(() => expect(window.location.search).toBe(`?days=90&expert=${sol.id}`));
    await waitFor(() => expect(listQueries(view)).toHaveLength(3));
    expect(listQueries(view)[2]?.get('expertId')).toBe(sol.id);
    const narrowed = `/conversations?with=in&expertId=${sol.id}&${week}`;
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /^Messages in/ }).getAttribute('href')).toBe(
        narrowed,
      ),
    );
    await user.click(screen.getByRole('link', { name: '30 days' }));
    await waitFor(() => expect(window.location.search).toBe(`?expert=${sol.id}`));
  });

  it('splits the numbers by expert, and a name shows only that expert', async () => {
    const { user } = renderAnalytics('?days=7');
    const experts = await panel('By expert');
    const rows = experts.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toBe('Ada12,41812,4001,2041.4 s9.8 s99.0%1202.1%141.24M340K');
    const number = experts.getByRole('link', { name: 'Ada, Rejected: 14' });
    expect(number.getAttribute('href')).toBe(
      `/conversations?with=rejected&expertId=${ada.id}&${week}`,
    );
    await user.click(experts.getByRole('link', { name: 'Show only Ada' }));
    await waitFor(() => expect(window.location.search).toBe(`?days=7&expert=${ada.id}`));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'By expert' })).toBeNull());
  });

  it('refreshes on demand, and keeps the numbers when that fails', async () => {
    const { api, user } = renderAnalytics();
    await screen.findByRole('link', { name: 'Messages in: 12,418' });
    const totals = someFigures({ messagesIn: 12_419 });
    api.on('GET /api/analytics', anAnalyticsReply({ totals }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: 'Messages in: 12,419' })).toBeDefined();
    api.on('GET /api/analytics', failWith(500, 'Oops'));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const told = await screen.findByText('The numbers could not be refreshed: Oops');
    expect(told.closest('[role=alert]')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Messages in: 12,419' })).toBeDefined();
  });

  it('says when texts to new phones reach a limit, and how many people got a code instead', async () => {
    renderAnalytics('', anAnalyticsReply({ questions: { today: 400, unsent: 12, limit: 500 } }));
    expect((await screen.findByText(/were not texted/)).textContent).toContain(
      '12 people who connected by SMS in the last 24 hours were not texted',
    );
  });

  it('says when messages are refused', async () => {
    renderAnalytics('', anAnalyticsReply({ backlog: { seconds: 1_250, limit: 60 } }));
    expect(
      await screen.findByText(
        /oldest message has been waiting for 1,250 seconds.* Twilio for at most 15 seconds/,
      ),
    ).toBeDefined();
  });

  it('says when the database is slow', async () => {
    renderAnalytics('', anAnalyticsReply({ backlog: { seconds: null, limit: 60 } }));
    expect(await screen.findByText(/database answers too slowly, so new messages/)).toBeDefined();
  });

  // spec: 2.16
  it('shows Coming soon... for cost and margin', async () => {
    const { api, user } = renderAnalytics();
    api.on('GET /api/analytics', neverAnswer());
    expect(await screen.findByText('Loading analytics')).toBeDefined();
    expect(screen.getByText('Coming soon...')).toBeDefined();
    api.on('GET /api/analytics', anAnalyticsReply());
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const heading = await screen.findByRole('heading', { name: 'Cost and margin' });
    expect(heading.parentElement?.textContent).toBe('Cost and marginComing soon...');
  });

  it('shows an error and retries', async () => {
    const { api, user } = renderAnalytics();
    api.on('GET /api/analytics', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load analytics')).toBeDefined();
    expect(screen.getByText('Oops')).toBeDefined();
    api.on('GET /api/analytics', anAnalyticsReply());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Messages in: 12,418' })).toBeDefined();
  });
});

describe('analytics without messages', () => {
  const quiet = (fields = {}) =>
    anAnalyticsReply({ totals: someFigures(), experts: [], ...fields });

  it('explain how to start', async () => {
    renderAnalytics('', quiet({ hasMessages: false }));
    expect(await screen.findByText('No messages yet')).toBeDefined();
    const phone = await screen.findByRole('link', { name: 'Open the sandbox phone' });
    expect(phone.getAttribute('href')).toBe('/sandbox');
  });

  it.each([
    ['?days=7', 'No messages in the last 7 days', 'Show the last 90 days', '/analytics?days=90'],
    ['?days=90', 'No messages in the last 90 days', 'Open conversations', '/conversations'],
    [
      `?days=90&expert=${sol.id}`,
      'No messages in the last 90 days',
      'Show all experts',
      '/analytics?days=90',
    ],
  ])('offer a next step for %s', async (search, title, action, href) => {
    renderAnalytics(search, quiet());
    expect(await screen.findByText(title)).toBeDefined();
    const link = screen.getByRole('link', { name: action });
    expect(link.getAttribute('href')).toBe(href);
  });
});
