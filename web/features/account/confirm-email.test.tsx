import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const verifyCall = 'POST /api/auth/email/verify';
const codeCall = 'POST /api/auth/email/code';
const unconfirmed = aUser({ isEmailVerified: false });

async function openDialog() {
  const app = renderApp('/user/settings', unconfirmed);
  const strip = within(await screen.findByRole('region', { name: 'Your email' }));
  strip.getByText('Confirm your email with the code we sent to mia@example.com.');
  await app.user.click(strip.getByRole('button', { name: 'Enter code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your email' }));
  const enter = async (code: string) => {
    await app.user.type(dialog.getByLabelText('Code'), code);
    await app.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  };
  return { ...app, dialog, enter };
}

describe('an email that is not confirmed', () => {
  it('is confirmed by the code, and the strip is gone', async () => {
    const { api, enter } = await openDialog();
    api.on(verifyCall, { user: aUser() });
    await enter('123456');
    await findToast('Email confirmed');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull();
    expect(api.bodiesOf(verifyCall)).toEqual([{ code: '123456' }]);
  });

  it('says under the field why a code is refused, and sends another one', async () => {
    const { api, user, dialog, enter } = await openDialog();
    api.on(verifyCall, failWith(400, 'code: This code is wrong or too old.'));
    await enter('000000');
    await dialog.findByText('This code is wrong or too old.');
    api.on(codeCall, { ok: true });
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    within(await findToast('Code sent')).getByText('Look in the mailbox of mia@example.com.');
    api.on(codeCall, failWith(429, 'Too many mails were sent to this address.'));
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await findToast('Failed to send the code');
  });

  it.each([
    ['a confirmed person', '/user/settings', aUser()],
    ['an admin', '/settings', anAdmin()],
  ])('is not asked of %s', async (_, path, who) => {
    renderApp(path, who);
    await screen.findByRole('heading', { name: 'Settings' });
    expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull();
  });
});
