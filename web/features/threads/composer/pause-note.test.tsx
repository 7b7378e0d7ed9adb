import { act, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import { aMessage, aUser } from '#test/web/fixtures.ts';
import { renderThread } from '#test/web/render-thread.ts';

const field = () => screen.findByRole('textbox', { name: /^Write to/ });

it('says before anything is sent until when a text of their own pauses the AI', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 5, 16, 53, 30) });
  onTestFinished(() => void vi.useRealTimers());
  renderThread([aMessage()], { pauseAfterText: 'twoHours' });
  const note = await screen.findByText('Sending pauses Ada until 6:53 PM.');
  expect((await field()).getAttribute('aria-describedby')).toContain(note.id);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Sending pauses Ada until 6:54 PM.')).toBeDefined();
});

it('says where only a return ends the pause', async () => {
  renderThread([aMessage()], { pauseAfterText: 'untilReturned' });
  expect(
    await screen.findByText('Sending pauses Ada until you return the conversation.'),
  ).toBeDefined();
});

it.each<[string, Partial<Thread>]>([
  ['where the AI keeps answering', { pauseAfterText: 'none' }],
  ['where a person answers already', { pauseAfterText: 'twoHours', handler: 'human' }],
])('says nothing %s', async (_, thread) => {
  renderThread([aMessage()], thread);
  await field();
  expect(screen.queryByText(/Sending pauses/)).toBeNull();
});

it('says nothing to the person', async () => {
  renderThread([aMessage()], { pauseAfterText: 'twoHours' }, aUser());
  await field();
  expect(screen.queryByText(/Sending pauses/)).toBeNull();
});
