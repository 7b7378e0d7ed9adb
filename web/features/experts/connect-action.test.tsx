import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultBranding } from '#shared/branding.ts';
import { listAnnounced } from '#test/web/announced.ts';
import { failWith, fakeApi, neverAnswer } from '#test/web/fake-api.ts';
import { aPublicExpert, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const renderExperts = () => renderApp('/user/experts', aUser());

describe('user experts', () => {
  // spec: 7.27 8.9
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
    await user.click(await screen.findByRole('button', { name: /^Connect Now to/ }));
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
    await user.click(await screen.findByRole('button', { name: /^Connect Now to/ }));
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
    await user.click(await screen.findByRole('button', { name: /^Show the code/ }));
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
    const button = await screen.findByRole('button', { name: /^Connect Now to/ });
    const pending = aPublicExpert({ channel: 'WHATSAPP', connection: 'pending' });
    api.on('GET /api/experts/public', { experts: [pending] });
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Say hello to Ada' });
    // Behind the dialog, where roles are hidden.
    await screen.findByText('Show the code');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const next = await screen.findByRole('button', { name: /^Show the code/ });
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('shows the connection as soon as the code has arrived', async () => {
    const { dialog, api, expert, queryClient } = await openCode(15);
    const connected = { ...expert, connection: 'active' as const, threadId: 'thread-7' };
    api.on('GET /api/experts/public', { experts: [connected] });
    await queryClient.invalidateQueries({ queryKey: ['experts', 'public'] });
    expect(await screen.findByRole('dialog', { name: "You're connected with Ada" })).toBeDefined();
    expect(listAnnounced('polite').at(-1)).toBe("You're connected with Ada");
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
    const link = await screen.findByRole('link', { name: /^Open conversation with/ });
    expect(link.getAttribute('href')).toBe('/threads/thread-7');
  });

  // spec: 4.23
  it('is disabled and says Connecting... while it waits', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    api.on('POST /api/experts/:id/connect', neverAnswer());
    await user.click(await screen.findByRole('button', { name: /^Connect Now to/ }));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connecting...' });
    expect(button.disabled).toBe(true);
  });

  // spec: 8.3
  it('shows the server message when it fails', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    api.on('POST /api/experts/:id/connect', failWith(409, 'This expert is paused'));
    await user.click(await screen.findByRole('button', { name: /^Connect Now to/ }));
    const toast = await findToast('Failed to connect');
    expect(within(toast).getByText('This expert is paused')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Connect Now to/ })).toBeDefined();
  });
});
