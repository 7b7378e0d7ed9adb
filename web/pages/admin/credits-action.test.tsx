import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const adjustCall = 'POST /api/users/:id/credits';
const mia = aUser();
const thread = aThread({
  person: {
    id: mia.id,
    name: 'Mia Chen',
    email: mia.email,
    messageCount: 3,
    paidMessages: 5,
    subExpiration: null,
  },
});

async function openDialog() {
  const app = renderApp(`/conversations?thread=${thread.id}`, anAdmin());
  app.api.on('GET /api/threads', { threads: [thread], nextCursor: null });
  app.api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  const reason = 'For the outage';
  const entry = { id: mia.id, createdAt: new Date().toISOString(), expert: null, left: 5 };
  app.api.on('GET /api/users/:id/credits', {
    entries: [{ ...entry, kind: 'adjust', what: reason, delta: 5 }],
    nextCursor: null,
  });
  await app.user.click(
    (await screen.findAllByRole('button', { name: 'Adjust credits' }))[0] as HTMLElement,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Credits for Mia Chen' }));
  const fill = async (delta: string, why: string) => {
    await app.user.clear(dialog.getByLabelText('Messages'));
    if (delta) await app.user.type(dialog.getByLabelText('Messages'), delta);
    await app.user.clear(dialog.getByLabelText('Reason'));
    if (why) await app.user.type(dialog.getByLabelText('Reason'), why);
    await app.user.click(dialog.getByRole('button', { name: 'Adjust credits' }));
  };
  return { ...app, dialog, fill };
}

describe('credits of a person, for an admin', () => {
  it('shows what is left and the history', async () => {
    const { dialog } = await openDialog();
    dialog.getByText('2 left');
    await dialog.findByText('For the outage');
  });

  it('can be added and removed with a reason', async () => {
    const { api, dialog, fill } = await openDialog();
    api.on(adjustCall, { user: aUser({ paidMessages: 15, messageCount: 3 }) });
    await fill('10', 'Sorry for the wait');
    within(await findToast('Credits adjusted')).getByText('12 left now.');
    await fill('-4', 'A mistake');
    await screen.findAllByText('12 left now.');
    expect(api.bodiesOf(`POST /api/users/${mia.id}/credits`)).toEqual([
      { delta: 10, reason: 'Sorry for the wait' },
      { delta: -4, reason: 'A mistake' },
    ]);
    expect(dialog.getByLabelText<HTMLInputElement>('Messages').value).toBe('');
  });

  it.each([
    ['', 'x', 'Enter a whole number other than 0, like 10 or -5'],
    ['some', 'x', 'Enter a whole number other than 0, like 10 or -5'],
    ['1.5', 'x', 'Enter a whole number other than 0, like 10 or -5'],
    ['10001', 'x', 'delta must be at most 10000'],
    ['10', '', 'Enter a reason'],
  ])('rejects “%s” with the reason “%s”', async (delta, reason, message) => {
    const { api, dialog, fill } = await openDialog();
    await fill(delta, reason);
    await dialog.findByText(message);
    expect(api.bodiesOf(`POST /api/users/${mia.id}/credits`)).toEqual([]);
  });

  it('keeps the input when the server rejects it', async () => {
    const { api, dialog, fill } = await openDialog();
    api.on(adjustCall, failWith(409, 'Only 2 messages are left to take away.'));
    await fill('-4', 'A mistake');
    await dialog.findByText('Only 2 messages are left to take away.');
    expect(dialog.getByLabelText<HTMLInputElement>('Messages').value).toBe('-4');
  });
});
