import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import { hourMs } from '#shared/time.ts';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, aNote, anAdmin, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

const anId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const navigate = (path: string) => act(() => go(path));

describe('writing', () => {
  const sent = ({ api }: ReturnType<typeof renderThread>) =>
    api.bodiesOf(`POST ${threadPath}/messages`);
  const fieldFor = (label: string) =>
    screen.findByRole('textbox', { name: label }) as Promise<HTMLTextAreaElement>;
  const formOf = (kind: string) =>
    fieldFor(kind === 'note' ? 'Private note for the team' : 'Write to +1 202 555 0143 as Ada');
  const toggleNote = async ({ user }: ReturnType<typeof renderThread>) =>
    user.click(await screen.findByRole('button', { name: 'Note' }));

  // spec: 5.29 5.30 7.21 8.9
  it('sends on Enter, breaks lines on Shift+Enter, refuses blanks', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) });
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    await view.user.type(field, '  {Enter}');
    expect(sent(view)).toEqual([]);
    await view.user.type(field, 'One{Shift>}{Enter}{/Shift}two{Enter}');
    await findToast('Message sent');
    expect(sent(view)).toEqual([{ body: 'One\ntwo', sendId: anId }]);
    await waitFor(() => expect(field.value).toBe(''));
  });

  // spec: 8.3
  it('keeps the text when sending fails', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', failWith(422, 'The window is closed'));
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    await view.user.type(field, 'Hello');
    await view.user.click(screen.getByRole('button', { name: 'Send' }));
    const toast = await findToast('Failed to send message');
    expect(within(toast).getByText('The window is closed')).toBeDefined();
    expect(screen.getByText('Not sent: The window is closed')).toBeDefined();
    expect(screen.getByText('Hello', { selector: 'li *' })).toBeDefined();
    expect(field.value).toBe('');
  });

  // spec: 8.3
  it('shows a default reason when the server gives none', async () => {
    const view = renderThread([aMessage()]);
    view.api.on('POST /api/threads/:id/messages', failWith(500, ''));
    await view.user.type(await fieldFor('Write to +1 202 555 0143 as Ada'), 'Hello{Enter}');
    const toast = await findToast('Failed to send message');
    expect(within(toast).getByText('There was an error sending your message.')).toBeDefined();
  });

  it('counts characters and segments for admins, and stops at the limit', async () => {
    const view = renderThread([aMessage()]);
    const field = await fieldFor('Write to +1 202 555 0143 as Ada');
    expect(screen.getByText('160 left · 1 segment')).toBeDefined();
    await view.user.click(field);
    await view.user.paste('x'.repeat(161));
    expect(screen.getByText('145 left · 2 segments')).toBeDefined();
    await view.user.paste('x'.repeat(1440));
    expect(screen.getByText(/A message has at most 1600 characters/)).toBeDefined();
    await view.user.keyboard('{Enter}');
    expect(sent(view)).toEqual([]);
  });

  it('tells admins in the last hour how long the gateway still accepts texts', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const expert = { ...aThread().expert, channel: 'WHATSAPP' as const };
    const windowClosesAt = new Date(Date.now() + 90_000).toISOString();
    renderThread([aMessage()], { windowClosesAt, expert });
    expect(
      await screen.findByText('WhatsApp accepts your texts for 2 more minutes.'),
    ).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('WhatsApp accepts your texts for 1 more minute.')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    expect(
      screen.getByText(/^WhatsApp has accepted no texts to .* since .*You can write/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it.each([
    ['a user, who is answered here', aUser(), -60_000],
    ['an admin with hours left', anAdmin(), 2 * hourMs],
  ])('says nothing of that to %s', async (_, reader, leftMs) => {
    const windowClosesAt = new Date(Date.now() + leftMs).toISOString();
    renderThread([aMessage()], { windowClosesAt }, reader);
    expect(await screen.findByRole('button', { name: 'Send' })).toBeDefined();
    expect(screen.queryByText(/accepts your texts|accepted no texts/)).toBeNull();
  });

  it('tells admins who is waiting for a human, and for how long', async () => {
    const humanWantedAt = new Date(Date.now() - 3 * hourMs).toISOString();
    renderThread([aMessage()], { humanWantedAt });
    const note = await screen.findByText(/asked for a person/);
    expect(note.textContent).toBe('+1 202 555 0143 asked for a person · 3h');
  });

  it('shows a crisis in red, in the list and above the composer, and how to answer', async () => {
    const riskAt = new Date('2026-11-21T21:04:00').toISOString();
    renderThread([aMessage()], { riskAt, humanWantedAt: riskAt, handler: 'human' });
    const note = await screen.findByText(/^Crisis detected/);
    expect(note.textContent).toMatch(
      /^Crisis detected .+\. \+1 202 555 0143 was sent helplines to call\. Return or resolve this once they are safe\./,
    );
    expect(screen.getByText(/^Crisis/, { selector: 'a span' })).toBeDefined();
  });

  it('is closed to admins where the person closed the conversation', async () => {
    renderThread([aMessage()], { isOptedOut: true, hasClosed: true });
    const text = /closed the conversation with Ada. It reopens when they write./;
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getAllByText('Closed by person')).not.toEqual([]);
  });

  it('is closed to admins where the person opted out', async () => {
    renderThread([aMessage()], { isOptedOut: true });
    expect(await screen.findByText(/opted out of texts from Ada/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it.each([aUser(), anAdmin()])('is over once the number has changed', async (person) => {
    renderThread([aMessage()], { isCurrent: false }, person);
    expect(
      await screen.findByText('This conversation has ended, because its phone number has changed.'),
    ).toBeDefined();
    expect(screen.queryByRole('textbox', { name: /Write to/ })).toBeNull();
  });

  it('sends a note once whose form is left meanwhile, and keeps no draft of it', async () => {
    const view = renderThread([aMessage()]);
    const { api, user } = view;
    const toggle = () => toggleNote(view);
    await toggle();
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    api.on('POST /api/threads/:id/notes', async () => {
      await isAnswered;
      return { note: aNote() };
    });
    await user.type(await formOf('note'), 'Half a pizza{Enter}');
    await toggle();
    await toggle();
    expect(await formOf('note')).toHaveProperty('value', 'Half a pizza');
    await user.type(await formOf('note'), '{Enter}');
    answer();
    await waitFor(async () => expect(await formOf('note')).toHaveProperty('value', ''));
    expect(api.bodiesOf(`POST ${threadPath}/notes`)).toEqual([{ body: 'Half a pizza' }]);
    await toggle();
    await toggle();
    expect(await formOf('note')).toHaveProperty('value', '');
  });

  it.each(['text', 'note'])('empties the form of a %s sent after a reload', async (kind) => {
    const open = async () => {
      const view = renderThread([aMessage()]);
      if (kind === 'note') await toggleNote(view);
      return { ...view, field: await formOf(kind) };
    };
    const before = await open();
    await before.user.type(before.field, 'Half a pizza');
    before.unmount();
    const { api, user, field } = await open();
    api.on('POST /api/threads/:id/messages', { message: aMessage({ id: idOf(62) }) });
    api.on('POST /api/threads/:id/notes', { note: aNote() });
    expect(field.value).toBe('Half a pizza');
    await user.type(field, '{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('keeps a draft per thread', async () => {
    const view = renderThread([aMessage()]);
    const other = aThread({ id: '01890000-0000-7000-8000-000000000031', title: 'Another' });
    view.api.on('GET /api/threads/:id/messages', ({ call }) => ({
      thread: call.includes(other.id) ? other : aThread(),
      messages: [aMessage()],
      nextCursor: null,
    }));
    const label = 'Write to +1 202 555 0143 as Ada';
    await view.user.type(await fieldFor(label), 'Half a thought');
    navigate(`/?thread=${other.id}`);
    await screen.findByRole('button', { name: /Another/ });
    expect((await fieldFor(label)).value).toBe('');
    navigate(`/?thread=${threadId}`);
    await screen.findByRole('button', { name: /Fractions, patiently/ });
    expect((await fieldFor(label)).value).toBe('Half a thought');
  });

  it('tells users where the answer appears, and shows them no AI details or provider', async () => {
    const tokenUsage = { input: 1, output: 1 };
    const aiMeta = { provider: 'openai', processingTimeMs: 900, tokenUsage };
    const provider = { key: 'openai', displayName: 'Work account' } as const;
    const expert = { ...aThread().expert, provider };
    renderThread([aMessage({ direction: 'outbound', origin: 'ai', aiMeta })], { expert }, aUser());
    expect(await fieldFor('Write to Ada')).toBeDefined();
    expect(screen.queryByText(/Work account|OpenAI/)).toBeNull();
    expect(screen.getByText("Ada's answer appears here.")).toBeDefined();
    expect(screen.queryByRole('button', { name: 'AI details' })).toBeNull();
  });

  it('tells users that a person answers, and leads back to the AI', async () => {
    const { user, api } = renderThread(
      [aMessage()],
      { handler: 'human', canEndWait: true },
      aUser(),
    );
    api.on('POST /api/threads/:id/messages', { message: aMessage({ body: 'Back to Ada' }) });
    expect(await screen.findByText(/A person from the team answers here/)).toBeDefined();
    expect(screen.queryByText("Ada's answer appears here.")).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to Ada' }));
    expect(api.bodiesOf(`POST ${threadPath}/messages`)).toEqual([
      { body: 'Back to Ada', sendId: anId },
    ]);
  });

  it('offers no way back where the team has taken over by itself', async () => {
    renderThread([aMessage()], { handler: 'human' }, aUser());
    await screen.findByText('A person from the team answers here, and sees what you write.');
    expect(screen.queryByRole('button', { name: 'Back to Ada' })).toBeNull();
  });

  it('leads users who have no messages left to the plans', async () => {
    const user = aUser({ messageCount: 50, paidMessages: 50 });
    renderThread([aMessage()], {}, user);
    const link = await screen.findByRole('link', { name: 'Choose a plan' });
    expect(link.getAttribute('href')).toBe('/user/subscription');
    expect(link.parentElement?.textContent).toBe(
      'You have no messages left. Choose a plan and Ada will answer your next message.',
    );
  });
});
