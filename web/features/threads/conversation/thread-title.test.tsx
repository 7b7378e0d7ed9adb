import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aMessage, aThread, aUser } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

const subtitle = () => document.querySelector('header p')?.textContent;

describe('title of a thread', () => {
  it.each([
    ['Fractions, patiently', 'with Ada · SMS', '+1 202 555 0143 · with Ada'],
    ['Ada', 'SMS', '+1 202 555 0143'],
    ['+1 202 555 0143', 'with Ada · SMS', 'with Ada'],
  ])('%s is not repeated below', async (title, toUsers, toAdmins) => {
    const view = renderThread([aMessage()], { title }, aUser());
    await waitFor(() => expect(subtitle()).toBe(toUsers));
    view.unmount();
    renderThread([aMessage()], { title });
    await waitFor(() => expect(subtitle()).toBe(toAdmins));
  });

  const edit = async ({ user, api }: ReturnType<typeof renderThread>) => {
    api.on('PUT /api/threads/:id/title', { thread: aThread() });
    await user.click(await screen.findByRole('button', { name: /Fractions, patiently/ }));
    const field = screen.getByRole('textbox', { name: 'Conversation title' });
    await user.clear(field);
    return field;
  };
  const saved = ({ api }: ReturnType<typeof renderThread>) =>
    api.bodiesOf(`PUT ${threadPath}/title`);

  // spec: 4.19 4.20 7.19 8.9
  it.each(['{Enter}', '{Tab}'])('is saved by %s, once', async (key) => {
    const view = renderThread([aMessage()]);
    await view.user.type(await edit(view), `  Sixths ${key}`);
    await findToast('Title updated');
    expect(saved(view)).toEqual([{ title: 'Sixths' }]);
  });

  // spec: 4.21 4.22
  it.each(['Sixths{Escape}', '{Enter}', '   {Enter}', 'Fractions, patiently{Enter}'])(
    'is left alone by "%s"',
    async (keys) => {
      const view = renderThread([aMessage()]);
      await view.user.type(await edit(view), keys);
      expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
      expect(saved(view)).toEqual([]);
      expect(window.location.search).toContain(threadId);
    },
  );

  // spec: 8.3
  it('reopens its field when saving fails, until Escape restores the old title', async () => {
    const view = renderThread([aMessage()]);
    const field = await edit(view);
    view.api.on('PUT /api/threads/:id/title', failWith(500, 'Oops'));
    // The old title must come back without a refetch.
    view.api.on('GET /api/threads/:id/messages', neverAnswer());
    await view.user.type(field, 'Sixths{Enter}');
    expect(within(await findToast('Update failed')).getByText('Oops')).toBeDefined();
    expect(await screen.findByDisplayValue('Sixths')).toBe(document.activeElement);
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: /Fractions, patiently/ })).toBeDefined();
  });

  it('does not take the focus from another field', async () => {
    const view = renderThread([aMessage()]);
    const field = await edit(view);
    view.api.on('PUT /api/threads/:id/title', failWith(500, 'Oops'));
    await view.user.clear(field);
    await view.user.type(field, 'Sixths');
    const composer = screen.getByRole('textbox', { name: /^Write to/ });
    await view.user.click(composer);
    await screen.findByDisplayValue('Sixths');
    expect(document.activeElement).toBe(composer);
  });
});
