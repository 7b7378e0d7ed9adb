import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failOutdated } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider, aThread } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const message = 'grace@example.com has since changed this expert.';
const putExpert = `PUT /api/experts/${anExpert().id}`;

/** Another admin saved `theirs` after this page read the expert. */
function renderExpert(theirs: Parameters<typeof anExpert>[0]) {
  const view = renderApp('/experts', anAdmin());
  const current = anExpert({ ...theirs, revision: 2 });
  view.api
    .on('GET /api/experts', { experts: [anExpert()] })
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('PUT /api/experts/:id', ({ basedOn }) =>
      basedOn === '"2"' ? { expert: current } : failOutdated(message, current),
    );
  return view;
}

async function openEdit({ user }: ReturnType<typeof renderApp>, name = 'Ada') {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return within(await screen.findByRole('dialog', { name: `Edit ${name}` }));
}

async function retype(
  { user }: ReturnType<typeof renderApp>,
  field: HTMLElement,
  text: string,
): Promise<void> {
  await user.clear(field);
  await user.type(field, text);
}

describe('an expert that another admin saved meanwhile', () => {
  it('stays paused when this admin saves a tagline', async () => {
    const view = renderExpert({ status: 'PAUSED' });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Sums');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert)).toEqual([{ tagline: 'Sums' }, { tagline: 'Sums' }]);
    expect(screen.queryByText('Failed to update expert')).toBeNull();
  });

  it('asks which version to keep of a field that both changed, and saves the choice', async () => {
    const view = renderExpert({ tagline: 'Numbers, quickly', systemPrompt: 'You teach sums.' });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Numbers, kindly');
    await retype(view, form.getByLabelText('System prompt'), 'You teach algebra.');
    await retype(view, form.getByLabelText('Site name'), 'Sums');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));

    expect((await form.findByRole('alert')).textContent).toContain(message);
    const groups = form.getAllByRole('group').map((group) => within(group));
    expect(form.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'TaglineYoursNumbers, kindlyTheirsNumbers, quickly',
      'System promptYoursYou teach algebra.TheirsYou teach sums.',
    ]);
    const save = form.getByRole('button', { name: 'Choose 2 fields' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    await view.user.click(groups[0]?.getByRole('radio', { name: /Yours/ }) as HTMLElement);
    await view.user.click(groups[1]?.getByRole('radio', { name: /Theirs/ }) as HTMLElement);
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert).at(-1)).toEqual({
      tagline: 'Numbers, kindly',
      siteName: 'Sums',
    });
  });

  it('asks again after a reload without a choice', async () => {
    const view = renderExpert({ tagline: 'Numbers, quickly' });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Numbers, kindly');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await form.findByRole('radio', { name: /Theirs/ });
    view.unmount();
    const again = renderExpert({ tagline: 'Numbers, quickly' });
    const current = anExpert({ tagline: 'Numbers, quickly', revision: 2 });
    again.api.on('GET /api/experts', { experts: [current] });
    const reopened = await openEdit(again);
    expect(reopened.getByLabelText<HTMLInputElement>('Tagline').value).toBe('Numbers, kindly');
    await again.user.click(reopened.getByRole('button', { name: 'Save changes' }));
    expect(await reopened.findByRole('radio', { name: /Theirs Numbers, quickly/ })).toBeDefined();
  });

  it('goes back to the form with the choices, where both can be combined', async () => {
    const view = renderExpert({ tagline: 'Numbers, quickly' });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Numbers, kindly');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await view.user.click(await form.findByRole('radio', { name: /Theirs/ }));
    await view.user.click(form.getByRole('button', { name: 'Back to the form' }));
    const field = form.getByLabelText('Tagline') as HTMLInputElement;
    expect(field.value).toBe('Numbers, quickly');
    await view.user.type(field, ' and kindly');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert).at(-1)).toEqual({ tagline: 'Numbers, quickly and kindly' });
  });

  it('keeps what is typed while both are combined', async () => {
    const view = renderExpert({ status: 'PAUSED' });
    const current = anExpert({ status: 'PAUSED', revision: 2 });
    const late = Promise.withResolvers<void>();
    view.api.on('PUT /api/experts/:id', async ({ basedOn }) => {
      await late.promise;
      return basedOn === '"2"' ? { expert: current } : failOutdated(message, current);
    });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Sums');
    await view.user.click(form.getByRole('button', { name: 'Save changes' }));
    await retype(view, form.getByLabelText('Site name'), 'Kindly');
    late.resolve();
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert).at(-1)).toEqual({ tagline: 'Sums' });
    expect(form.getByLabelText<HTMLInputElement>('Site name').value).toBe('Kindly');
  });

  it('is not undone by a draft that is older', async () => {
    const view = renderExpert({ status: 'PAUSED' });
    const form = await openEdit(view);
    await retype(view, form.getByLabelText('Tagline'), 'Sums');
    await view.user.keyboard('{Escape}');
    view.api.on('GET /api/experts', { experts: [anExpert({ status: 'PAUSED', revision: 2 })] });
    await view.queryClient.invalidateQueries({ queryKey: ['experts'] });
    await screen.findByText('Paused');
    const again = await openEdit(view);
    expect(again.getByText(/Your unsaved changes are still here/)).toBeDefined();
    await view.user.click(again.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert).at(-1)).toEqual({ tagline: 'Sums' });
  });
});

it('asks which version to keep of an AI provider that both changed', async () => {
  const view = renderApp('/providers', anAdmin());
  const { config } = aProvider();
  const current = aProvider({ revision: 2, config: { ...config, temperature: 0, maxTokens: 100 } });
  view.api
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('PUT /api/providers/:id', ({ basedOn }) =>
      basedOn === '"2"' ? { provider: current } : failOutdated('Grace was first.', current),
    );
  const form = await openEdit(view, 'OpenAI');
  await retype(view, form.getByLabelText('Temperature'), '1');
  await view.user.click(form.getByRole('button', { name: 'Save changes' }));
  await view.user.click(await form.findByRole('radio', { name: /Yours/ }));
  await view.user.click(form.getByRole('button', { name: 'Save changes' }));
  await findToast('Provider updated');
  expect(view.api.bodiesOf(`PUT /api/providers/${current.id}`).at(-1)).toMatchObject({
    displayName: current.displayName,
    config: { temperature: 1, maxTokens: current.config.maxTokens },
  });
});

it('shows the title that someone else has set meanwhile, and keeps the typed one', async () => {
  const thread = aThread();
  const view = renderApp(`/?thread=${thread.id}`, anAdmin());
  const renamed = aThread({ title: 'Maths', titleRevision: 2 });
  view.api
    .on('GET /api/threads', { threads: [thread], nextCursor: null })
    .on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null })
    .on('PUT /api/threads/:id/title', () => {
      view.api
        .on('GET /api/threads', { threads: [renamed], nextCursor: null })
        .on('GET /api/threads/:id/messages', { thread: renamed, messages: [], nextCursor: null });
      return failOutdated('It was renamed to "Maths" in the meantime.', renamed);
    });
  await view.user.click(await screen.findByRole('button', { name: /, rename$/ }));
  const field = screen.getByRole('textbox', { name: 'Conversation title' });
  await retype(view, field, 'Sums{Enter}');
  const toast = await findToast('Update failed');
  within(toast).getByText('It was renamed to "Maths" in the meantime.');
  const reopened = await screen.findByRole('textbox', { name: 'Conversation title' });
  expect((reopened as HTMLInputElement).value).toBe('Sums');
  view.api.on('PUT /api/threads/:id/title', {
    thread: aThread({ title: 'Sums', titleRevision: 3 }),
  });
  await view.user.type(reopened, '{Enter}');
  await findToast('Title updated');
  const puts = view.api.requests.filter(({ call }) => call.startsWith('PUT'));
  expect(puts.map(({ basedOn }) => basedOn)).toEqual(['"1"', '"2"']);
});
