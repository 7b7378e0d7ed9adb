import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AlertsReply, Episode, Receiver } from '#shared/api/alerts.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin, anAgent, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const phone: Receiver = {
  id: idOf(1),
  kind: 'text',
  address: '+12025550143',
  name: 'Night desk',
  hours: { timeZone: 'UTC', days: ['22:00-06:00', '', '', '', '', '', ''] },
  isOnDuty: false,
  secret: null,
  problem: null,
};
const hook: Receiver = {
  ...phone,
  ...{ id: idOf(2), kind: 'webhook', name: 'Pager', hours: null, isOnDuty: true },
  address: 'https://example.com/alerts',
  secret: 'whsec_c2VjcmV0',
};
const episode: Episode = {
  id: idOf(3),
  rule: 'provider',
  title: 'AI provider down',
  detail: 'OpenAI does not answer since 2026-11-27 03:13 UTC.',
  link: '/providers',
  beganAt: '2026-11-27T03:13:00.000Z',
  endedAt: null,
};
const obstacles = { mail: null, text: null, webhook: null };

async function openAlerts(reply: Partial<AlertsReply> = {}, path = '/settings') {
  const view = renderApp(path, anAdmin());
  view.api.on('GET /api/alerts', { receivers: [], episodes: [], obstacles, ...reply });
  const section = within(await screen.findByRole('region', { name: 'Alerts to the team' }));
  return { ...view, section };
}

it('shows what is wrong, with the way there, and what was', async () => {
  const ended = { ...episode, id: idOf(4), title: 'Disk almost full', endedAt: episode.beganAt };
  const { section } = await openAlerts({ episodes: [episode, ended] });
  const open = within(await section.findByRole('list', { name: 'Open alerts' }));
  expect(open.getByRole('link', { name: 'AI provider down' }).getAttribute('href')).toBe(
    '/providers',
  );
  expect(open.getByText(episode.detail)).toBeTruthy();
  expect(section.getByText('Earlier alerts (1)')).toBeTruthy();
});

it('says that nothing is wrong, and that no one is told', async () => {
  const { section } = await openAlerts();
  expect(await section.findByText('Nothing is wrong right now.')).toBeTruthy();
  expect(section.getByText(/^No one is told yet\./)).toBeTruthy();
});

it('a test says beside its receiver how it went', async () => {
  const problem = 'The phone could not be reached. (30003)';
  const { section, user, api } = await openAlerts({ receivers: [phone, hook] });
  expect(await section.findByText('Off duty')).toBeTruthy();
  api.on('POST /api/alerts/test', { results: [{ receiverId: phone.id, problem }] });
  await user.click(section.getByRole('button', { name: 'Test Night desk' }));
  expect(await section.findByText(`The test failed. ${problem}`)).toBeTruthy();
  api.on('POST /api/alerts/test', { results: [{ receiverId: hook.id, problem: null }] });
  await user.click(section.getByRole('button', { name: 'Test Pager' }));
  expect(await section.findByText('The webhook accepted a test.')).toBeTruthy();
  expect(api.bodiesOf('POST /api/alerts/test')).toEqual([
    { receiverId: phone.id },
    { receiverId: hook.id },
  ]);
});

it('shows why a receiver is not reached', async () => {
  const receivers = [{ ...hook, problem: 'The address answered with status 500.' }, phone];
  const text = 'No SMS gateway is set up.';
  const { section } = await openAlerts({ receivers, obstacles: { ...obstacles, text } });
  expect(await section.findByText('The address answered with status 500.')).toBeTruthy();
  expect(section.getByText(text)).toBeTruthy();
});

it('adds a phone with hours', async () => {
  const { section, user, api } = await openAlerts();
  await user.click(await section.findByRole('button', { name: 'Add a receiver' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a receiver' }));
  await user.click(dialog.getByRole('radio', { name: /^Text/ }));
  await user.type(dialog.getByLabelText('Name'), 'Night desk');
  await user.type(dialog.getByLabelText('Phone number'), '12');
  await user.click(dialog.getByRole('radio', { name: 'While on duty' }));
  await user.click(dialog.getByRole('button', { name: 'Add receiver' }));
  expect(await dialog.findByText(/This number is too short/)).toBeTruthy();
  await user.clear(dialog.getByLabelText('Phone number'));
  await user.type(dialog.getByLabelText('Phone number'), '+12025550143');
  await user.click(dialog.getByRole('checkbox', { name: 'Monday' }));
  const zone = dialog.getByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'Europe/Berlin');
  api.on('POST /api/alerts/receivers', failWith(409, 'This address is told already'));
  await user.click(dialog.getByRole('button', { name: 'Add receiver' }));
  expect(await dialog.findByText('This address is told already')).toBeTruthy();
  api.on('POST /api/alerts/receivers', { receiver: phone });
  await user.click(dialog.getByRole('button', { name: 'Add receiver' }));
  expect(await findToast('Receiver added')).toBeTruthy();
  const usual = '09:00-17:00';
  expect(api.bodiesOf('POST /api/alerts/receivers').at(-1)).toMatchObject({
    ...{ kind: 'text', name: 'Night desk', address: expect.stringContaining('202') },
    hours: { timeZone: 'Europe/Berlin', days: ['', usual, usual, usual, usual, '', ''] },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows the secret of a webhook that was just added', async () => {
  const { section, user, api } = await openAlerts();
  await user.click(await section.findByRole('button', { name: 'Add a receiver' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a receiver' }));
  await user.click(dialog.getByRole('radio', { name: /^Webhook/ }));
  await user.type(dialog.getByLabelText('Name'), 'Pager');
  await user.type(dialog.getByLabelText('Address'), hook.address);
  api.on('POST /api/alerts/receivers', { receiver: hook });
  await user.click(dialog.getByRole('button', { name: 'Add receiver' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Pager' }));
  expect(edit.getByLabelText<HTMLInputElement>('Signing secret').value).toBe(hook.secret);
  await user.click(edit.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks before a receiver goes', async () => {
  const { section, user, api } = await openAlerts({ receivers: [phone] });
  await user.click(await section.findByRole('button', { name: 'Remove Night desk' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Night desk?' }));
  api.on('DELETE /api/alerts/receivers/:id', { ok: true });
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await findToast('Receiver removed')).toBeTruthy();
});

it('shows that it loads, and offers another try', async () => {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/alerts', neverAnswer());
  expect(await screen.findByText('Loading the alerts')).toBeTruthy();
});

it('offers another try after a failure', async () => {
  const view = renderApp('/settings', anAdmin());
  view.api.on('GET /api/alerts', failWith(500, 'The database is resting.'));
  expect(
    await screen.findByText(/Unable to load the alerts\. The database is resting\./),
  ).toBeTruthy();
});

it('is not shown to agents', async () => {
  renderApp('/settings', anAgent());
  await screen.findByRole('region', { name: 'Alerts' });
  expect(screen.queryByRole('region', { name: 'Alerts to the team' })).toBeNull();
});
