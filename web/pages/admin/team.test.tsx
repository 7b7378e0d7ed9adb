import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TeamReply } from '#shared/api/team.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anAgent, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const boss = {
  id: idOf(2),
  email: 'boss@example.com',
  name: null,
  role: 'ADMIN',
  hasSecondFactor: true,
  isYou: true,
} as const;
const grace = {
  id: idOf(5),
  email: 'grace@example.com',
  name: 'Grace Okafor',
  role: 'AGENT',
  hasSecondFactor: false,
  isYou: false,
} as const;
const invitation = {
  id: idOf(60),
  email: 'omar@example.com',
  role: 'AGENT',
  invitedBy: 'boss@example.com',
  expiresAt: '2026-11-23T10:00:00.000Z',
} as const;

async function openTeam(team: TeamReply = { members: [boss, grace], invitations: [] }) {
  const view = renderApp('/people', anAdmin());
  view.api.on('GET /api/people', { people: [], nextCursor: null }).on('GET /api/team', team);
  await view.user.click(await screen.findByRole('link', { name: 'Team' }));
  const panel = within(await screen.findByRole('complementary', { name: 'Team' }));
  return { ...view, panel };
}

describe('the team', () => {
  it('lists who works here, and has an address', async () => {
    const { panel } = await openTeam();
    const items = within(await panel.findByRole('list', { name: 'Team' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'boss@example.comAdminSecond factorYou',
      'Grace OkaforAgentgrace@example.com · No second factorChange',
    ]);
    expect(window.location.search).toBe('?person=team');
  });

  it('invites someone and shows the link to hand over', async () => {
    const { panel, user, api } = await openTeam();
    const link = 'http://localhost:3000/invitation#token=abc&email=omar%40example.com';
    api.on('POST /api/team/invitations', { invitation, link, isMailed: false });
    api.on('GET /api/team', { members: [boss], invitations: [invitation] });
    await user.type(panel.getByLabelText('Email'), 'omar@example.com');
    await user.click(panel.getByRole('radio', { name: /Admin/ }));
    await user.click(panel.getByRole('button', { name: 'Invite' }));
    const field = await panel.findByLabelText('Invitation link');
    expect(api.bodiesOf('POST /api/team/invitations')).toEqual([
      { email: 'omar@example.com', role: 'ADMIN' },
    ]);
    expect((field as HTMLInputElement).value).toBe(link);
    await user.click(panel.getByRole('button', { name: 'Copy invitation link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(await panel.findByText('omar@example.com')).toBeDefined();
  });

  it('names what is wrong with an invitation', async () => {
    const { panel, user, api } = await openTeam();
    await user.click(panel.getByRole('button', { name: 'Invite' }));
    expect(await panel.findByText('Invalid email address')).toBeDefined();
    api.on('POST /api/team/invitations', failWith(409, 'omar@example.com is already on the team.'));
    await user.type(panel.getByLabelText('Email'), 'omar@example.com');
    await user.click(panel.getByRole('button', { name: 'Invite' }));
    expect(await panel.findByText('omar@example.com is already on the team.')).toBeDefined();
  });

  it('withdraws an invitation', async () => {
    const { panel, user, api } = await openTeam({ members: [boss], invitations: [invitation] });
    api.on('DELETE /api/team/invitations/:id', () => {
      api.on('GET /api/team', { members: [boss], invitations: [] });
      return { ok: true };
    });
    const name = 'Withdraw the invitation of omar@example.com';
    await user.click(await panel.findByRole('button', { name }));
    await findToast('Invitation withdrawn');
    expect(panel.queryByText('Invited')).toBeNull();
  });

  it('changes a role or takes it away, after a second click', async () => {
    const { panel, user, api } = await openTeam();
    api.on('PUT /api/team/:id', { ok: true });
    await user.click(await panel.findByRole('button', { name: 'Change Grace Okafor' }));
    await user.click(panel.getByRole('button', { name: 'Make an admin' }));
    await findToast('Role changed');
    await user.click(panel.getByRole('button', { name: 'Change Grace Okafor' }));
    api.on('PUT /api/team/:id', failWith(404, 'Member not found'));
    await user.click(panel.getByRole('button', { name: 'Remove from the team' }));
    within(await findToast('Failed to change the role')).getByText('Member not found');
    expect(api.bodiesOf(`PUT /api/team/${grace.id}`)).toEqual([
      { role: 'ADMIN' },
      { role: 'USER' },
    ]);
  });

  it('is not shown to agents', async () => {
    const view = renderApp('/people', anAgent());
    view.api.on('GET /api/people', { people: [], nextCursor: null });
    await screen.findByText('No one here yet');
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
  });
});
