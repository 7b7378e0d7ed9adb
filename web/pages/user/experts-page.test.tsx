import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
import { failWith, fakeApi, neverAnswer } from '#test/web/fake-api.ts';
import { aPublicExpert, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const renderExperts = () => renderApp('/user/experts', aUser());

describe('user experts', () => {
  it('lays out a name and its description by their own direction', async () => {
    const layla = aPublicExpert({
      displayName: 'ليلى',
      tagline: 'أرقام بلطف',
      description: 'الرياضيات خطوة خطوة',
    });
    renderApp('/user/experts', aUser()).api.on('GET /api/experts/public', { experts: [layla] });
    await screen.findByRole('heading', { name: 'ليلى' });
    for (const text of ['ليلى', 'أرقام بلطف', 'الرياضيات خطوة خطوة']) {
      expect(screen.getByText(text).dir, text).toBe('auto');
    }
  });

  it('shows a card for every expert', async () => {
    const sol = aPublicExpert({ id: 'sol', displayName: 'Sol', channel: 'WHATSAPP' });
    const rue = aPublicExpert({
      id: 'rue',
      displayName: 'Rue',
      channel: 'AMB',
      connection: 'active',
      threadId: 'thread-7',
    });
    const { api } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert(), sol, rue] });
    await screen.findByRole('article', { name: 'Ada' });
    const cards = screen.getAllByRole('article').map((card) => ({
      name: within(card).getByRole('heading').textContent,
      buttons: within(card)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    }));
    expect(cards).toEqual([
      { name: 'Ada', buttons: ['Connect Now'] },
      { name: 'Sol', buttons: ['Connect Now'] },
      { name: 'Rue', buttons: [] },
    ]);
    const card = (name: string) => within(screen.getByRole('article', { name }));
    expect(card('Ada').getByText('Numbers, gently')).toBeDefined();
    expect(card('Ada').getByText('SMS')).toBeDefined();
    expect(card('Sol').getByText('WhatsApp')).toBeDefined();
    expect(card('Rue').getByText('Apple Messages')).toBeDefined();
    expect(api.callsOf('GET /api/experts/public')).toEqual(['']);
    expect(document.title).toBe('Experts · Sagewire');
  });

  it('leads from the name to the page of the expert, and back', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    await user.click(await screen.findByRole('link', { name: /^Ada/ }));
    await screen.findByRole('heading', { name: 'Ada', level: 1 });
    expect(window.location.pathname).toBe('/user/experts/ada');
    await user.click(screen.getByRole('link', { name: 'All experts' }));
    await screen.findByRole('heading', { name: 'Find your expert' });
  });

  describe('from twelve on', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      aPublicExpert({ id: `${at}`, handle: `expert-${at}`, displayName: `Expert ${at}` }),
    );
    const find = async (experts = many) => {
      const view = renderExperts();
      const [first, second, third, ...others] = experts;
      view.api.on('GET /api/experts/public', {
        experts: [
          { ...first, displayName: 'José', category: 'Cooking' },
          { ...second, tagline: 'Figures for cooks', category: 'Learning' },
          { ...third, category: 'learning', description: 'Helps with sourdough.' },
          ...others,
        ] as typeof experts,
      });
      await screen.findByRole('article', { name: 'José' });
      return view;
    };
    const listNames = () =>
      screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));

    it('are found by name, handle, category and what the card says', async () => {
      const { user } = await find();
      const field = screen.getByRole('searchbox', { name: 'Search experts' });
      for (const [typed, found] of [
        ['jose', ['José']],
        ['COOK', ['José', 'Expert 1']],
        ['cooks figures', ['Expert 1']],
        ['expert-11', ['Expert 11']],
        ['sourdough', ['Expert 2']],
        ['learning', ['Expert 1', 'Expert 2']],
      ] as const) {
        await user.clear(field);
        await user.type(field, typed);
        expect([typed, listNames()]).toEqual([typed, found]);
      }
      expect(screen.getByText('2 experts')).toBeDefined();
    });

    it('are narrowed by category, also after a visit to one', async () => {
      const { user } = await find();
      const group = within(screen.getByRole('group', { name: 'Category' }));
      expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All',
        'Cooking',
        'Learning',
      ]);
      await user.click(group.getByRole('button', { name: 'Learning' }));
      expect(listNames()).toEqual(['Expert 1', 'Expert 2']);
      await user.click(screen.getByRole('link', { name: /^Expert 2/ }));
      await screen.findByRole('heading', { name: 'Expert 2', level: 1 });
      act(() => window.history.back());
      await screen.findByRole('heading', { name: 'Find your expert' });
      expect(listNames()).toEqual(['Expert 1', 'Expert 2']);
    });

    it('say what to do if none matches', async () => {
      const { user } = await find();
      const field = screen.getByRole('searchbox', { name: 'Search experts' });
      await user.type(field, 'zebra');
      expect(screen.getByText('No expert found')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Show all experts' }));
      expect(listNames()).toHaveLength(12);
      expect(document.activeElement).toBe(field);
    });

    it('and below are shown without a search', async () => {
      await find(many.slice(1));
      expect(screen.queryByRole('searchbox')).toBeNull();
    });
  });

  it('shows placeholders, and says so to screen readers', async () => {
    renderExperts().api.on('GET /api/experts/public', neverAnswer());
    expect(await screen.findByText('Loading experts')).toBeDefined();
  });

  it('shows an error and retries', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load experts')).toBeDefined();
    expect(
      screen.getByText('An error occurred while loading experts. Please try again.'),
    ).toBeDefined();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Ada' })).toBeDefined();
  });

  it('connects by SMS: asks for the YES on the phone', async () => {
    const { api, user } = renderExperts();
    let connection: 'none' | 'pending' = 'none';
    const threadId = aThread().id;
    api.on('GET /api/experts/public', () => ({
      experts: [aPublicExpert({ connection, threadId: connection === 'none' ? null : threadId })],
    }));
    api.on('POST /api/experts/:id/connect', () => {
      connection = 'pending';
      const message = 'Reply YES to the text we sent you.';
      return { state: 'pending', threadId, message, code: '4K7M9QXT' };
    });
    await user.click(await screen.findByRole('button', { name: 'Connect Now' }));
    const toast = await findToast('Connection request sent');
    expect(within(toast).getByText('Reply YES to the text we sent you.')).toBeDefined();
    const ada = within(screen.getByRole('article', { name: 'Ada' }));
    expect(await ada.findByText('Reply YES on your phone')).toBeDefined();
    expect(ada.getByText('+1 202 555 0143')).toBeDefined();
    expect(ada.getByText('+1 202 555 0100')).toBeDefined();
    expect(ada.getByText('CONNECT 4K7M9QXT')).toBeDefined();
    expect(ada.queryByRole('button')).toBeNull();
    expect(api.bodiesOf(`POST /api/experts/${aPublicExpert().id}/connect`)).toEqual([{}]);
  });

  it('opens the phone with the answer typed, on a sandbox', async () => {
    const expert = aPublicExpert({ connection: 'pending', threadId: aThread().id });
    fakeApi()
      .on('GET /api/branding', { ...defaultBranding, sandbox: { demo: null } })
      .on('GET /api/experts/public', { experts: [expert] });
    renderExperts();
    const link = await screen.findByRole('link', { name: 'Open the phone' });
    const from = encodeURIComponent(String(aUser().phoneNumber));
    expect(link.getAttribute('href')).toBe(`/sandbox?from=${from}&expert=${expert.id}&text=YES`);
  });

  it('always offers a code by SMS, too: no one is told whether the phone could be texted', async () => {
    const { api, user } = renderExperts();
    let connection: 'none' | 'pending' = 'none';
    api.on('GET /api/experts/public', () => ({ experts: [aPublicExpert({ connection })] }));
    api.on('POST /api/experts/:id/connect', () => {
      connection = 'pending';
      return { state: 'pending', threadId: null, message: 'Either way.', code: '4K7M9QXT' };
    });
    await user.click(await screen.findByRole('button', { name: 'Connect Now' }));
    const ada = within(screen.getByRole('article', { name: 'Ada' }));
    expect(await ada.findByText(/gets our text/)).toBeDefined();
    expect(ada.getByText('CONNECT 4K7M9QXT')).toBeDefined();
    expect(ada.getByText(/No text, or another phone\?/)).toBeDefined();
  });

  const link = 'https://wa.me/12025550100?text=CONNECT%204K7M9QXT';
  const codeFor = (minutes: number) => ({
    state: 'pending' as const,
    threadId: null,
    message: 'Send CONNECT 4K7M9QXT to Ada by WhatsApp to start.',
    link,
    code: '4K7M9QXT',
    codeExpiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  const openCode = async (minutes: number) => {
    const rendered = renderExperts();
    const { api, user } = rendered;
    const expert = aPublicExpert({ channel: 'WHATSAPP', connection: 'pending' });
    api.on('GET /api/experts/public', { experts: [expert] });
    api.on('POST /api/experts/:id/connect', codeFor(minutes));
    await user.click(await screen.findByRole('button', { name: 'Show the code' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Say hello to Ada' }));
    return { ...rendered, expert, dialog };
  };

  it('connects by WhatsApp: shows the code to send, to scan and the link', async () => {
    const { dialog, user } = await openCode(15);
    expect(dialog.getByText('CONNECT 4K7M9QXT')).toBeDefined();
    expect(dialog.getByText(/expires in 15 minutes/)).toBeDefined();
    expect(dialog.getByRole('link', { name: 'Open WhatsApp' }).getAttribute('href')).toBe(link);
    const scanned = await dialog.findByRole('img', { name: /^QR code/ });
    expect(scanned.querySelector('path')?.getAttribute('d')).toMatch(/^M/);
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    await findToast('Code copied');
    expect(await navigator.clipboard.readText()).toBe('CONNECT 4K7M9QXT');
  });

  it('moves the focus to the next step when the code is closed', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert({ channel: 'WHATSAPP' })] });
    api.on('POST /api/experts/:id/connect', codeFor(15));
    const button = await screen.findByRole('button', { name: 'Connect Now' });
    const pending = aPublicExpert({ channel: 'WHATSAPP', connection: 'pending' });
    api.on('GET /api/experts/public', { experts: [pending] });
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Say hello to Ada' });
    // Behind the dialog, where roles are hidden.
    await screen.findByText('Show the code');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const next = await screen.findByRole('button', { name: 'Show the code' });
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('shows the connection as soon as the code has arrived', async () => {
    const { dialog, api, expert, queryClient } = await openCode(15);
    const connected = { ...expert, connection: 'active' as const, threadId: 'thread-7' };
    api.on('GET /api/experts/public', { experts: [connected] });
    await queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
    expect(await screen.findByRole('dialog', { name: "You're connected with Ada" })).toBeDefined();
    const conversation = dialog.getByRole('link', { name: 'Open conversation' });
    expect(conversation.getAttribute('href')).toBe('/threads/thread-7');
  });

  it('offers a new code for an expired one', async () => {
    const { dialog, api, user } = await openCode(0);
    expect(dialog.queryByText('CONNECT 4K7M9QXT')).toBeNull();
    api.on('POST /api/experts/:id/connect', { ...codeFor(15), code: '7R3VHW2C' });
    await user.click(dialog.getByRole('button', { name: 'Get a new code' }));
    expect(await dialog.findByText('CONNECT 7R3VHW2C')).toBeDefined();
  });

  it('links to the conversation once connected', async () => {
    const expert = aPublicExpert({ connection: 'active', threadId: 'thread-7' });
    renderExperts().api.on('GET /api/experts/public', { experts: [expert] });
    const link = await screen.findByRole('link', { name: 'Open conversation' });
    expect(link.getAttribute('href')).toBe('/threads/thread-7');
  });

  it('is disabled and says Connecting... while it waits', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    api.on('POST /api/experts/:id/connect', neverAnswer());
    await user.click(await screen.findByRole('button', { name: 'Connect Now' }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connecting...' });
    expect(button.disabled).toBe(true);
  });

  it('shows the server message when it fails', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    api.on('POST /api/experts/:id/connect', failWith(409, 'This expert is paused'));
    await user.click(await screen.findByRole('button', { name: 'Connect Now' }));
    const toast = await findToast('Failed to connect');
    expect(within(toast).getByText('This expert is paused')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Connect Now' })).toBeDefined();
  });
});
