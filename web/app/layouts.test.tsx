import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, aThread, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const findMenu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
type Menu = Awaited<ReturnType<typeof findMenu>>;
const currentIn = (menu: Menu) =>
  menu.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent);
const linksOf = (menu: Menu) =>
  menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('admin layout', () => {
  // spec: 1.7 2.8 6.2
  it("lists every page of the admin area under the product's name", async () => {
    renderApp('/nowhere', anAdmin());
    const menu = await findMenu();
    expect(linksOf(menu)).toEqual([
      ['Conversations', '/'],
      ['Experts', '/experts'],
      ['AI Providers', '/providers'],
      ['AI Testing', '/ai-testing'],
      ['Analytics', '/analytics'],
      ['Subscription', '/subscription'],
      ['Settings', '/settings'],
    ]);
    expect(currentIn(menu)).toEqual([]);
    expect(screen.getAllByRole('link', { name: 'Sagewire' }).length).toBeGreaterThan(0);
  });

  // spec: 2.8
  it.each(['/', '/conversations'])('marks Conversations at %s', async (path) => {
    const { api } = renderApp(path, anAdmin());
    api.on('GET /api/threads', { threads: [aThread()], nextCursor: null });
    expect(currentIn(await findMenu())).toEqual(['Conversations']);
    await screen.findByRole('link', { name: /Could you show me one/ });
  });

  // spec: 2.9
  it.each([
    ['/conversations/more', 'Conversations'],
    ['/experts/more/still', 'Experts'],
    ['/providers/more', 'AI Providers'],
    ['/ai-testing/more', 'AI Testing'],
    ['/analytics/more', 'Analytics'],
    ['/subscription/more', 'Subscription'],
    ['/settings/more', 'Settings'],
  ])('marks the entry that the path %s starts with: %s', async (path, label) => {
    renderApp(path, anAdmin());
    expect(currentIn(await findMenu())).toEqual([label]);
  });

  it('begins with the crises of all people, on every page, where no toast covers them', async () => {
    const { api } = renderApp('/nowhere', anAdmin());
    const crisis = aThread({ riskAt: '2026-11-01T12:40:00.000Z' });
    api.on('GET /api/threads', { threads: [crisis], nextCursor: null });
    const alarm = await screen.findByText(/^[^:]*needs a person now$/);
    const bar = within(screen.getByRole('region', { name: 'Crises' }));
    expect(bar.getByRole('link', { name: 'Open' })).toBeDefined();
    expect(alarm.closest('[data-uncovered]')).not.toBeNull();
  });

  it('names the crisis of a known person first, and a flood from new numbers as one', async () => {
    const { api, queryClient } = renderApp('/nowhere', anAdmin());
    const risk = (nth: number) => `2026-11-01T12:${10 + nth}:00.000Z`;
    const flood = Array.from({ length: 30 }, (_, nth) =>
      aThread({ id: `new ${nth}`, riskAt: risk(nth), isNewcomer: true }),
    );
    const familiar = aThread({ id: 'familiar', userPhoneNumber: '+12025550181', riskAt: risk(0) });
    api.on('GET /api/threads', { threads: [...flood, familiar], nextCursor: null });
    await screen.findByText('+1 202 555 0181 needs a person now, besides 30 new numbers');
    expect(screen.getByRole('link', { name: 'All 31' })).toBeDefined();
    api.on('GET /api/threads', { threads: flood, nextCursor: null });
    await act(() => queryClient.invalidateQueries({ queryKey: ['threads'] }));
    await screen.findByText('30 new numbers need a person now');
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
  });

  // spec: 2.10
  it('ends with email, plan, logout and both documents', async () => {
    const { user } = renderApp('/nowhere', anAdmin());
    expect(await screen.findByText('boss@example.com')).toBeDefined();
    expect(screen.getByText('Pro Plan')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Terms' }));
    await screen.findByRole('dialog', { name: 'Terms of Service' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Privacy' }));
    await screen.findByRole('dialog', { name: 'Privacy Policy' });
  });
});

describe('user layout', () => {
  // spec: 2.19
  it('has a slide-out menu with every page of the user area', async () => {
    const { user } = renderApp('/user/settings/more', aUser());
    await user.click(await screen.findByRole('button', { name: 'Open menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    const menu = await findMenu();
    expect(linksOf(menu)).toEqual([
      ['Experts', '/user/experts'],
      ['Conversations', '/user/conversations'],
      ['Subscription', '/user/subscription'],
      ['Settings', '/user/settings'],
    ]);
    expect(currentIn(menu)).toEqual(['Settings']);
  });

  // spec: 2.19
  it('shows the default picture and name, linked to the experts', async () => {
    renderApp('/nowhere', aUser());
    const logo = await screen.findByRole('link', { name: 'Sagewire' });
    expect(logo.getAttribute('href')).toBe('/user/experts');
    expect(logo.querySelector('svg')).not.toBeNull();
  });

  it.each([
    ['claimed', /Another account has verified the phone number you entered/],
    ['moved', /Your phone number has moved to another account/],
  ] as const)(
    'tells a person whose number was %s, until they close it',
    async (phoneLoss, words) => {
      const lost = { phoneNumber: null, isPhoneVerified: false };
      const { user, api } = renderApp('/nowhere', aUser({ ...lost, phoneLoss }));
      expect(await screen.findByText(words)).toBeDefined();
      const link = screen.getByRole('link', { name: 'Enter your number in Settings' });
      expect(link.getAttribute('href')).toBe('/user/settings');
      api.on('PUT /api/auth/profile', { user: aUser(lost) });
      await user.click(screen.getByRole('button', { name: 'Close this notice' }));
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
      const sent = api.requests.filter(({ call }) => call === 'PUT /api/auth/profile');
      expect(sent.map(({ body }) => body)).toEqual([{ phoneLoss: null }]);
    },
  );

  it('shows on every page how many messages are left', async () => {
    renderApp('/nowhere', aUser());
    const pill = await screen.findByRole('link', { name: '5 messages left. Plans' });
    expect(pill.getAttribute('href')).toBe('/user/subscription');
    expect(within(pill).getByText('5 left')).toBeDefined();
  });

  it.each([
    ['1 message left. Plans', { messageCount: 4 }],
    ['0 messages left. Plans', { messageCount: 7 }],
    ['Unlimited messages. Plans', { subExpiration: '2999-12-24T12:00:00.000Z' }],
  ])('says "%s"', async (name, user) => {
    renderApp('/nowhere', aUser(user));
    expect(await screen.findByRole('link', { name })).toBeDefined();
  });

  // spec: 2.20
  it('ends with both documents', async () => {
    const { user } = renderApp('/nowhere', aUser());
    await user.click(await screen.findByRole('button', { name: 'Terms' }));
    await screen.findByRole('dialog', { name: 'Terms of Service' });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Privacy' }));
    await screen.findByRole('dialog', { name: 'Privacy Policy' });
  });
});
