import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aPerson, aUser, idOf, personDetails } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { mia, number, personUrl, renderPeople } from '#test/web/render-people.ts';

const findPanel = async () => within(await screen.findByRole('complementary', { name: 'Person' }));

describe('a person', () => {
  it('opens beside the table, with a link to each conversation, and closes with Escape', async () => {
    const optOut = {
      expert: 'Sol',
      channel: 'SMS',
      optedOutAt: '2026-11-20T09:00:00.000Z',
      hasClosed: false,
    } as const;
    const view = renderPeople('/people', personDetails({ optOuts: [optOut] }));
    await view.user.click(await screen.findByRole('link', { name: 'Mia Chen' }));
    expect(window.location.search).toBe(`?person=${mia.id}`);
    const panel = await findPanel();
    await panel.findByText('2 of 5 used');
    expect(panel.getByText('Verified November 2, 2026')).toBeDefined();
    expect(panel.getByText('Opted out')).toBeDefined();
    const thread = panel.getByRole('link', { name: /Fractions, patiently/ });
    expect(thread.getAttribute('href')).toBe(`/?thread=${idOf(30)}`);
    await view.user.click(panel.getByRole('heading', { name: 'Mia Chen' }));
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.queryByRole('complementary', { name: 'Person' })).toBeNull();
    const row = screen.getByRole('link', { name: 'Mia Chen' });
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  it('is found and opened by the keys of the inbox', async () => {
    const { user } = renderPeople();
    const row = await screen.findByRole('link', { name: 'Mia Chen' });
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search people' }));
    await user.keyboard('{ArrowDown}j');
    expect(document.activeElement).toBe(row);
    await user.keyboard('k');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '+44 20 7946 0991' }));
    await user.keyboard('j{Enter}');
    await findPanel();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(document.activeElement).toBe(row);
  });

  it('shows the ledger, and who changed what', async () => {
    const view = renderPeople(personUrl);
    view.api.on('GET /api/users/:id/credits', {
      entries: [
        {
          id: idOf(90),
          createdAt: '2026-11-21T10:42:00.000Z',
          kind: 'adjust',
          what: 'A late answer',
          expert: null,
          delta: 3,
          left: 3,
        },
      ],
      nextCursor: null,
    });
    const panel = await findPanel();
    await view.user.click(await panel.findByRole('tab', { name: 'Ledger' }));
    await panel.findByText('A late answer');
    await view.user.click(panel.getByRole('tab', { name: 'Changes' }));
    expect(panel.getByText('Credits adjusted')).toBeDefined();
    expect(panel.getByText('paid messages: 2 → 5 · reason: A late answer')).toBeDefined();
  });

  it('gets credits', async () => {
    const view = renderPeople(personUrl);
    view.api
      .on('GET /api/users/:id/credits', { entries: [], nextCursor: null })
      .on('POST /api/users/:id/credits', { user: aUser({ messageCount: 2, paidMessages: 15 }) });
    const panel = await findPanel();
    await view.user.click(await panel.findByRole('button', { name: 'Adjust credits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Credits for Mia Chen' }));
    await view.user.type(dialog.getByLabelText('Messages'), '10');
    await view.user.type(dialog.getByLabelText('Reason'), 'Sorry');
    view.api.on(
      'GET /api/people/:id',
      personDetails({ person: aPerson({ messageCount: 2, paidMessages: 15 }) }),
    );
    await view.user.click(dialog.getByRole('button', { name: 'Adjust credits' }));
    await findToast('Credits adjusted');
    await waitFor(() => expect(screen.getByText('2 of 15 used')).toBeDefined());
  });

  it('is signed out everywhere', async () => {
    const view = renderPeople(personUrl);
    view.api.on('DELETE /api/people/:id/sessions', { ended: 1 });
    const panel = await findPanel();
    await view.user.click(await panel.findByRole('tab', { name: 'Access' }));
    expect(panel.getByText('Safari on iPhone')).toBeDefined();
    view.api.on('GET /api/people/:id', personDetails({ sessions: [] }));
    await view.user.click(panel.getByRole('button', { name: 'Sign out everywhere' }));
    within(await findToast('Signed out everywhere')).getByText('1 session ended.');
    await panel.findByText('Not signed in anywhere.');
  });

  it('says why an export failed', async () => {
    const view = renderPeople(personUrl);
    view.api.on('GET /api/people/:id/export', failWith(429, 'Too many requests.'));
    const panel = await findPanel();
    await view.user.click(await panel.findByRole('button', { name: 'Export' }));
    within(await findToast('Export failed')).getByText('Too many requests.');
  });

  it('is deleted after a second thought, and the refusal is shown', async () => {
    const view = renderPeople(personUrl);
    view.api.on('DELETE /api/people/:id', failWith(409, 'It is changing right now.'));
    const panel = await findPanel();
    await view.user.click(await panel.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Mia Chen?' }));
    await view.user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await dialog.findByText('It is changing right now.');
    view.api
      .on('DELETE /api/people/:id', { ok: true })
      .on('GET /api/people', { people: [number], nextCursor: null });
    await view.user.click(dialog.getByRole('button', { name: 'Delete for good' }));
    await findToast('Deleted');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Mia Chen' })).toBeNull());
    expect(window.location.search).toBe('');
  });

  it('without an account has conversations only', async () => {
    const details = personDetails({ person: number, sessions: [], changes: [] });
    renderPeople(`/people?person=${number.id}`, details);
    const panel = await findPanel();
    await panel.findByRole('heading', { name: '+44 20 7946 0991' });
    expect(panel.queryByRole('tab')).toBeNull();
    expect(panel.queryByRole('button', { name: 'Adjust credits' })).toBeNull();
    expect(panel.getByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it("can't be deleted as an admin", async () => {
    renderPeople(personUrl, personDetails({ person: aPerson({ role: 'ADMIN' }) }));
    const panel = await findPanel();
    await panel.findByText(/An admin's account can't be deleted/);
    expect(panel.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('that no longer exists is reported', async () => {
    const view = renderPeople(personUrl);
    view.api.on('GET /api/people/:id', failWith(404, 'Person not found'));
    expect(await screen.findByText('This person no longer exists')).toBeDefined();
  });

  it('is read again when another admin changes it', async () => {
    const view = renderPeople(personUrl);
    const send = view.api.openEvents();
    await (await findPanel()).findByText('2 of 5 used');
    view.api.on('GET /api/people/:id', personDetails({ person: aPerson({ paidMessages: 50 }) }));
    send({ type: 'person', personId: mia.id });
    await screen.findByText('2 of 50 used');
  });
});
