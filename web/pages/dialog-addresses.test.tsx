import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { User } from '#shared/api/auth.ts';
import { anAdmin, aThread, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const { id, email } = aUser();
const paid = { messageCount: 3, paidMessages: 5, subExpiration: null };
const thread = aThread({ person: { id, email, name: 'Mia Chen', ...paid } });
const inThread = `/?thread=${thread.id}`;

function renderAt(path: string, user: User) {
  const view = renderApp(path, user);
  const isOn = path.includes('turn-off');
  view.api.on('GET /api/auth/second-factor', { isOn, recoveryCodesLeft: isOn ? 9 : 0 });
  view.api.on('GET /api/threads', { threads: [thread], nextCursor: null });
  view.api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
  view.api.on('GET /api/users/:id/credits', { entries: [], nextCursor: null });
  view.api.on('GET /api/canned-replies', { cannedReplies: [] });
  return view;
}

const findDialog = (name: string) => screen.findByRole('dialog', { name });
const click = async ({ user }: ReturnType<typeof renderAt>, name: string) =>
  user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement);

it.each([
  ['/user/settings', aUser(), 'Delete account', 'delete=account', 'Delete your account?'],
  ['/settings', anAdmin(), 'Set up', 'second-factor=set-up', 'Set up a second factor'],
  [inThread, anAdmin(), 'Adjust credits', 'credits=open', 'Credits for Mia Chen'],
] as const)(
  'at %s, Back closes the dialog that "$2" opens',
  async (path, user, button, query, dialog) => {
    const view = renderAt(path, user);
    await click(view, button);
    await findDialog(dialog);
    expect(window.location.search).toContain(query);
    act(() => window.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe(path);
  },
);

it('Back closes the canned replies', async () => {
  const view = renderAt(inThread, anAdmin());
  await view.user.type(await screen.findByLabelText('Write to Mia as Ada'), '/');
  await click(view, 'Add a canned reply');
  await findDialog('Canned replies');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe(`?thread=${thread.id}`);
});

it.each([
  ['/user/settings?delete=account', aUser(), 'Delete your account?'],
  ['/settings?second-factor=set-up', anAdmin(), 'Set up a second factor'],
  ['/settings?second-factor=turn-off', anAdmin(), 'Turn off the second factor?'],
  [`${inThread}&credits=open`, anAdmin(), 'Credits for Mia Chen'],
  [`${inThread}&manage=canned-replies`, anAdmin(), 'Canned replies'],
])('a reload of %s keeps the dialog', async (path, user, dialog) => {
  renderAt(path, user);
  await findDialog(dialog);
});

it.each([
  [`${inThread}&credits=open`, 'Credits for Mia Chen', 'Reason', 'A gift'],
  [`${inThread}&manage=canned-replies`, 'Canned replies', 'Name', 'hours'],
  [`${inThread}&manage=labels`, 'Labels', 'Name', 'Refunds'],
] as const)('a reload of %s keeps what was typed', async (path, name, label, typed) => {
  const view = renderAt(path, anAdmin());
  view.api.on('GET /api/labels', { labels: [] });
  const fieldIn = async () =>
    within(await findDialog(name)).findByLabelText<HTMLInputElement>(label);
  await view.user.type(await fieldIn(), typed);
  view.unmount();
  const again = renderAt(path, anAdmin());
  again.api.on('GET /api/labels', { labels: [] });
  expect((await fieldIn()).value).toBe(typed);
});
