import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#shared/time.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, aUser } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const exportCall = 'GET /api/account/export';
const reportCall = 'GET /api/safety/report';
const deleteCall = 'DELETE /api/account';
const inAYear = new Date(Date.now() + 365 * dayMs).toISOString();

async function openDialog(fields: Parameters<typeof aUser>[0] = {}) {
  const app = renderApp('/user/settings', aUser(fields));
  await app.user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  return {
    ...app,
    dialog,
    confirm: () => app.user.click(dialog.getByRole('button', { name: 'Delete account' })),
  };
}

describe('Download my data', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sagewire');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  });

  it('says why it failed', async () => {
    const { api, user } = renderApp('/user/settings', aUser());
    api.on(exportCall, failWith(429, 'Too many requests. Please try again in 40 seconds.'));
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    const toast = await findToast('Download failed');
    within(toast).getByText('Too many requests. Please try again in 40 seconds.');
  });

  it('is a page to read, or a JSON file', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { api, user } = renderApp('/user/settings', aUser());
    api.on(exportCall, {});
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    await findToast('Your data has been downloaded');
    await user.click(screen.getByRole('button', { name: 'Download as JSON' }));
    const formats = () =>
      api.requests
        .filter(({ call }) => call === exportCall)
        .map(({ query }) => query.get('format'));
    await vi.waitFor(() => expect(formats()).toEqual(['html', 'json']));
  });

  it("is there for admins, whose accounts can't be deleted", async () => {
    renderApp('/settings', anAdmin());
    await screen.findByRole('button', { name: 'Download my data' });
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
    screen.getByText(/An admin's account can't be deleted here/);
  });
});

describe('The safety report', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sagewire');
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  });

  it('is downloaded for the chosen year', async () => {
    const { api, user } = renderApp('/settings', anAdmin());
    api.on(reportCall, 'month,kind,rule,country,events,texts sent');
    const { textContent: year } = await screen.findByRole('combobox', { name: 'Year' });
    await user.click(screen.getByRole('button', { name: 'Download the report' }));
    await findToast('The report has been downloaded');
    const [request] = api.requests.filter(({ call }) => call === reportCall);
    expect(request?.query.get('year')).toBe(year);
    expect(Number(year)).toBeGreaterThanOrEqual(2026);
    expect(URL.createObjectURL).toHaveBeenCalledOnce();
  });
});

describe('Delete account', () => {
  it('lists what is deleted and what is kept, and does nothing when it is closed', async () => {
    const { api, user, dialog } = await openDialog();
    dialog.getByText('Every conversation, with its pictures');
    dialog.getByText('That your free trial was used');
    expect(dialog.queryByText(/subscription ends right away/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.bodiesOf(deleteCall)).toEqual([]);
  });

  it('says to a subscriber that the rest of the period is lost', async () => {
    const { dialog } = await openDialog({ subExpiration: inAYear });
    dialog.getByText(/Your subscription ends right away, with no refund/);
  });

  it('requires the password, and says under it when it is wrong', async () => {
    const { api, user, dialog, confirm } = await openDialog();
    await confirm();
    dialog.getByText('Password is required');
    const field = dialog.getByLabelText('Password');
    expect(document.activeElement).toBe(field);
    expect(api.bodiesOf(deleteCall)).toEqual([]);
    api.on(deleteCall, failWith(403, 'That password is wrong.'));
    await user.type(field, 'Guess-123');
    await confirm();
    await dialog.findByText('That password is wrong.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(api.bodiesOf(deleteCall)).toEqual([{ password: 'Guess-123' }]);
  });

  it('says Deleting... meanwhile', async () => {
    const { api, user, dialog, confirm } = await openDialog();
    api.on(deleteCall, neverAnswer());
    await user.type(dialog.getByLabelText('Password'), 'Secret-123');
    await confirm();
    const button = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Deleting...' });
    expect(button.disabled).toBe(true);
  });

  it('signs out, to the login page', async () => {
    const { api, user, dialog, confirm } = await openDialog();
    api.on(deleteCall, { ok: true });
    api.on('GET /api/pricing', { plans: {} });
    await user.type(dialog.getByLabelText('Password'), 'Secret-123');
    await confirm();
    await findToast('Account deleted');
    await screen.findByRole('tab', { name: 'Login' });
    expect(localStorage.getItem('auth_token')).toBeNull();
  });
});
