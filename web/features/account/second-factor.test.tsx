import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, aProvider } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const recoveryCodes = ['0a1b2-c3d4e-f5061-72839', '11111-22222-33333-44444'];
const begun = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Sagewire:boss%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Sagewire',
};

function renderSettings(secondFactor: { isOn: boolean; recoveryCodesLeft: number }) {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/auth/second-factor', secondFactor);
  return view;
}
const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }));

async function beginSetUp() {
  const view = renderSettings({ isOn: false, recoveryCodesLeft: 0 });
  const { user } = view;
  await user.click(await (await section()).findByRole('button', { name: 'Set up' }));
  await screen.findByRole('dialog', { name: 'Set up a second factor' });
  return view;
}

it('is set up with the password', async () => {
  const { api, user } = await beginSetUp();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Password is required')).toBeDefined();
  api.on('POST /api/auth/second-factor', failWith(403, 'That password is wrong.'));
  await user.type(screen.getByLabelText('Password'), 'Quiet-Harbor-7');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('That password is wrong.')).toBeDefined();
  api.on('POST /api/auth/second-factor', begun);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('dialog', { name: 'Connect your app' });
});

it('counts after the first code of the app; then shows the recovery codes once', async () => {
  const { api, user } = await beginSetUp();
  api.on('POST /api/auth/second-factor', begun);
  await user.type(screen.getByLabelText('Password'), 'Quiet-Harbor-7{Enter}');
  await screen.findByRole('dialog', { name: 'Connect your app' });
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
  const wrong = 'This code is wrong or was used before.';
  api.on('POST /api/auth/second-factor/confirm', failWith(403, wrong));
  await user.type(screen.getByLabelText('Code'), '000000{Enter}');
  expect(await screen.findByText(wrong)).toBeDefined();
  api.on('POST /api/auth/second-factor/confirm', { recoveryCodes });
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');

  await screen.findByRole('dialog', { name: 'Your recovery codes' });
  for (const code of recoveryCodes) expect(screen.getByText(code)).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.getByText(recoveryCodes[0] as string)).toBeDefined();
  api.on('GET /api/auth/second-factor', { isOn: true, recoveryCodesLeft: 10 });
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByText(/^10 recovery codes left/)).toBeDefined();
  expect(screen.queryByText(recoveryCodes[0] as string)).toBeNull();
});

it('is turned off with a code', async () => {
  const { api, user } = renderSettings({ isOn: true, recoveryCodesLeft: 1 });
  expect(await screen.findByText(/^1 recovery code left/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off the second factor?' }));
  await user.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('Code is required')).toBeDefined();
  api.on('DELETE /api/auth/second-factor', { ok: true });
  api.on('GET /api/auth/second-factor', { isOn: false, recoveryCodesLeft: 0 });
  await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
  await findToast('Second factor turned off');
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeDefined();
  expect(api.bodiesOf('DELETE /api/auth/second-factor')).toEqual([{ code: '123456' }]);
});

it('gives new recovery codes after a code', async () => {
  const { api, user } = renderSettings({ isOn: true, recoveryCodesLeft: 0 });
  const call = 'POST /api/auth/second-factor/recovery-codes';
  api.on(call, failWith(403, 'Enter the code of your authenticator app.', 'code'));
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }));
  api.on('POST /api/auth/step-up', { ok: true }).on(call, { recoveryCodes });
  await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
  await screen.findByRole('dialog', { name: 'Your recovery codes' });
});

it('that failed to load can be tried again', async () => {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/auth/second-factor', failWith(500, 'Oops'));
  await screen.findByText('Unable to load your second factor');
  view.api.on('GET /api/auth/second-factor', { isOn: false, recoveryCodesLeft: 0 });
  await view.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeDefined();
});

it('comes before every page where it is required', async () => {
  const { api, user } = renderApp('/providers', anAdmin({ secondFactor: 'required' }));
  api.on('GET /api/auth/second-factor', { isOn: false, recoveryCodesLeft: 0 });
  await screen.findByRole('heading', { name: 'Set up a second factor' });
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  api.on('POST /api/auth/second-factor', begun);
  await user.type(await screen.findByLabelText('Password'), 'Quiet-Harbor-7{Enter}');
  api.on('POST /api/auth/second-factor/confirm', { recoveryCodes });
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await screen.findByText(recoveryCodes[0] as string);
  api.on('GET /api/auth/user', { user: anAdmin({ secondFactor: 'on' }) });
  api.on('GET /api/providers', { providers: [] });
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(await screen.findByRole('heading', { name: 'AI Providers' })).toBeDefined();
});

it('leads there when the server begins to require it', async () => {
  const { api } = renderApp('/providers', anAdmin());
  api.on('GET /api/providers', () => {
    api.on('GET /api/auth/user', { user: anAdmin({ secondFactor: 'required' }) });
    return failWith(403, 'Set up a second factor first.', 'second-factor');
  });
  api.on('GET /api/auth/second-factor', { isOn: false, recoveryCodesLeft: 0 });
  await screen.findByRole('heading', { name: 'Set up a second factor' });
});

/** The server refuses the dialog's save without a code. */
async function saveProvider() {
  const view = renderApp('/providers', anAdmin({ secondFactor: 'on' }));
  const provider = aProvider();
  view.api.on('GET /api/providers', { providers: [provider] });
  const call = `PUT /api/providers/${provider.id}` as 'PUT /api/providers/:id';
  view.api.on(call, failWith(403, 'Enter the code of your authenticator app.', 'code'));
  await view.user.click(
    await screen.findByRole('button', { name: `Edit ${provider.displayName}` }),
  );
  await view.user.type(await screen.findByLabelText(/^API key/), 'sk-new');
  await view.user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }));
  return { ...view, provider, call, dialog };
}

it('asks for a code before a key changes, and repeats the call', async () => {
  const { api, user, provider, call, dialog } = await saveProvider();
  const wrong = 'This code is wrong or was used before.';
  api.on('POST /api/auth/step-up', failWith(403, wrong));
  await user.type(dialog.getByLabelText('Code'), '000000{Enter}');
  expect(await dialog.findByText(wrong)).toBeDefined();
  api.on('POST /api/auth/step-up', { ok: true }).on(call, { provider });
  await user.clear(dialog.getByLabelText('Code'));
  await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
  await findToast('Provider updated');
  const [first, again] = api.bodiesOf(call);
  expect(again).toEqual(first);
});

it('keeps what was typed when no code is given', async () => {
  const { api, user, call, dialog } = await saveProvider();
  await user.type(dialog.getByLabelText('Code'), '12');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await findToast('Failed to update provider');
  expect(api.bodiesOf(call)).toHaveLength(1);
  await waitFor(() =>
    expect((screen.getByLabelText(/^API key/) as HTMLInputElement).value).toBe('sk-new'),
  );
});
