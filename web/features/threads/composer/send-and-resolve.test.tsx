import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, aUser } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { renderThread, threadPath } from '#test/web/render-thread.ts';

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Write to/ });
const button = () =>
  screen.queryByRole<HTMLButtonElement>('button', { name: 'Answer and resolve' });
const sentBy = ({ api }: ReturnType<typeof renderThread>) =>
  api.bodiesOf(`POST ${threadPath}/messages`);

it.each([
  ['by keys', '{Control>}{Shift>}{Enter}{/Shift}{/Control}'],
  ['by keys on a Mac', '{Meta>}{Shift>}{Enter}{/Shift}{/Meta}'],
  ['by its button', null],
])('sends and resolves in one request, %s', async (_, keys) => {
  const view = renderThread([aMessage()]);
  view.api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) });
  await field();
  expect(button()?.disabled).toBe(true);
  await view.user.type(await field(), 'All set.');
  if (keys) await view.user.keyboard(keys);
  else await view.user.click(button() as HTMLElement);
  expect((await findToast('Message sent')).textContent).toContain('Conversation resolved');
  expect(sentBy(view)).toMatchObject([{ body: 'All set.', resolves: true }]);
  expect(view.api.callsOf(`PUT ${threadPath}/resolved`)).toEqual([]);
  expect(await field()).toHaveProperty('value', '');
});

it('says that nothing was resolved where the text was not sent, and tries both again', async () => {
  const view = renderThread([aMessage()]);
  view.api.on('POST /api/threads/:id/messages', failWith(422, 'The window is closed'));
  await view.user.type(await field(), 'All set.{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await screen.findByText('Not sent, not resolved: The window is closed');
  view.api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'new' }) });
  await view.user.click(screen.getByRole('button', { name: 'Try again' }));
  await findToast('Message sent');
  const [first, second] = sentBy(view);
  expect(second).toEqual(first);
});

it('asks first in a crisis, and keeps the words of who thinks again', async () => {
  const view = renderThread([aMessage()], { riskAt: new Date().toISOString() });
  await view.user.type(await field(), 'All set.');
  await view.user.click(button() as HTMLElement);
  await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sentBy(view)).toEqual([]);
  expect(await field()).toHaveProperty('value', 'All set.');
});

it.each([
  ['to staff where it is resolved', { isResolved: true }, undefined],
  ['to users', {}, aUser()],
])('is not offered %s', async (_, thread, me) => {
  renderThread([aMessage()], thread, me);
  await field();
  expect(button()).toBeNull();
});
