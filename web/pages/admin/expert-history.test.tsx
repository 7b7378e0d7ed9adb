import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider, aVersion } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const versions = [
  aVersion({
    version: 3,
    systemPrompt: 'You teach math. Be brief.',
    validator: 'Maths only.',
    model: 'gpt-5.1',
    changed: ['validator', 'model'],
  }),
  aVersion({
    version: 2,
    systemPrompt: 'You teach math. Be brief.',
    model: 'gpt-5',
    author: null,
    changed: ['systemPrompt'],
  }),
  aVersion(),
];

function renderHistory(path = `/experts?edit=${anExpert().id}&history=1`) {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/experts', { experts: [anExpert()] })
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('GET /api/experts/:id/versions', { versions, nextCursor: null });
  return view;
}
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Ada' }));

describe("an expert's history", () => {
  it('is a tab of the form: who changed what', async () => {
    const { user } = renderHistory('/experts');
    await user.click(await screen.findByRole('button', { name: 'Edit Ada' }));
    const dialog = await findDialog();
    await user.click(dialog.getByRole('tab', { name: 'History' }));
    const rows = await dialog.findAllByRole('button', { name: /^Version/ });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Version 3CurrentChanged validator and model.*boss@example.com$/),
      expect.stringMatching(/^Version 2Changed system prompt(?!.*example)/),
      expect.stringMatching(/^Version 1First version/),
    ]);
    expect(dialog.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });

  it('opens at the linked version and shows its differences from now', async () => {
    renderHistory();
    const dialog = await findDialog();
    const opened = await dialog.findByRole('button', { name: /^Version 1/ });
    expect(opened.getAttribute('aria-expanded')).toBe('true');
    const prompt = dialog.getByRole('region', { name: 'System prompt' });
    expect(prompt.textContent).toBe('You teach math. Be brief.');
    expect(within(prompt).queryByRole('deletion')).toBeNull();
    expect(within(prompt).getByRole('insertion').textContent).toBe(' Be brief.');
    expect(dialog.getByText(/Answered by/).parentElement?.textContent).toBe(
      'Answered by OpenAI (gpt-5), now by OpenAI (gpt-5.1)',
    );
  });

  it('restores a version after a confirmation that says what stays', async () => {
    const view = renderHistory();
    const note = 'OpenAI now uses gpt-5.1; version 1 used gpt-5.';
    view.api.on('POST /api/experts/:id/versions/:version/restore', { expert: anExpert(), note });
    const dialog = await findDialog();
    await view.user.click(await dialog.findByRole('button', { name: 'Restore this version' }));
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.queryByRole('button', { name: 'Restore version 1' })).toBeNull();
    await view.user.click(dialog.getByRole('button', { name: 'Restore this version' }));
    await view.user.click(dialog.getByRole('button', { name: 'Restore version 1' }));
    expect((await findToast('Version 1 restored')).textContent).toContain(note);
    const call = `POST /api/experts/${anExpert().id}/versions/1/restore`;
    expect(view.api.bodiesOf(call)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).toBe('');
  });

  it('stays open when the server rejects it', async () => {
    const view = renderHistory();
    const message = 'Version 1 used OpenAI, which is inactive now.';
    view.api.on('POST /api/experts/:id/versions/:version/restore', failWith(409, message));
    const dialog = await findDialog();
    await view.user.click(await dialog.findByRole('button', { name: 'Restore this version' }));
    await view.user.click(dialog.getByRole('button', { name: 'Restore version 1' }));
    expect((await findToast('Failed to restore version')).textContent).toContain(message);
    expect(dialog.getByRole('button', { name: 'Restore version 1' })).toBeDefined();
  });

  it('offers no restore when only the model differs', async () => {
    const { user, api } = renderHistory();
    const same = [{ ...versions[2], version: 2, model: 'gpt-5.1' }, versions[2]] as typeof versions;
    api.on('GET /api/experts/:id/versions', { versions: same, nextCursor: null });
    const dialog = await findDialog();
    expect(await dialog.findByText(/Only the model differs/)).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Restore this version' })).toBeNull();
    await user.click(dialog.getByRole('tab', { name: 'Settings' }));
    expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDefined();
  });

  it('says when there is only one version', async () => {
    const { api } = renderHistory();
    api.on('GET /api/experts/:id/versions', { versions: [aVersion()], nextCursor: null });
    const dialog = await findDialog();
    expect(await dialog.findByText(/This is the only version/)).toBeDefined();
  });

  it('fetches earlier versions on demand', async () => {
    const { user, api } = renderHistory();
    api.on('GET /api/experts/:id/versions', ({ query }) =>
      query.get('cursor') === 'next'
        ? { versions: versions.slice(2), nextCursor: null }
        : { versions: versions.slice(0, 2), nextCursor: 'next' },
    );
    const dialog = await findDialog();
    await user.click(await dialog.findByRole('button', { name: 'Show earlier versions' }));
    expect(await dialog.findByRole('button', { name: /^Version 1/ })).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Show earlier versions' })).toBeNull();
  });

  it("shows an error when it can't be loaded, and retries", async () => {
    const { user, api } = renderHistory();
    api.on('GET /api/experts/:id/versions', failWith(400, 'The database is taking a rest.'));
    const dialog = await findDialog();
    expect(await dialog.findByText('Unable to load the history')).toBeDefined();
    api.on('GET /api/experts/:id/versions', { versions, nextCursor: null });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findAllByRole('button', { name: /^Version/ })).toHaveLength(3);
  });
});
