import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type ChecklistReply,
  type ChecklistStep,
  checklistSteps,
} from '#shared/api/expert-checklist.ts';
import type { Expert } from '#shared/api/experts.ts';
import { anAnalyticsReply } from '#test/web/analytics-fixtures.ts';
import { failOutdated, failWith, fakeApi } from '#test/web/fake-api.ts';
import {
  anAdmin,
  anExpert,
  aProvider,
  aTestAnswer,
  aTestMessage,
  aVersion,
} from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const address = `/experts/${anExpert().id}`;
const putExpert = `PUT /api${address}`;

function renderExpert({ expert = anExpert(), path = address } = {}) {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/experts', { experts: [expert] })
    .on('GET /api/experts/:id', { expert })
    .on('GET /api/experts/:id/versions', { versions: [aVersion()], nextCursor: null })
    .on('GET /api/experts/:id/checklist', aChecklist('none'))
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('GET /api/analytics', anAnalyticsReply());
  return view;
}

/** The steps before `next` are done. */
function aChecklist(next: ChecklistStep['name'] | 'none', canSetWebhook = false): ChecklistReply {
  const at = next === 'none' ? checklistSteps.length : checklistSteps.indexOf(next);
  const steps = checklistSteps.map((name, index) => ({
    name,
    isDone: index < at,
    detail: index === at ? `What to do about ${name}.` : null,
  }));
  return { steps, canSetWebhook };
}

async function retype(
  { user }: ReturnType<typeof renderExpert>,
  label: string,
  text: string,
): Promise<void> {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await user.type(field, text);
}

describe("an expert's page", () => {
  it('is reached from its name in the list, and has settings, figures and history', async () => {
    const { user } = renderExpert({ path: '/experts' });
    await user.click(await screen.findByRole('link', { name: 'Ada' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeDefined();
    expect([window.location.pathname, document.title]).toEqual([address, 'Ada · Sagewire']);
    const titles = screen.getAllByRole('group').map((group) => group.querySelector('legend'));
    expect(titles.map((title) => title?.textContent)).toEqual(
      expect.arrayContaining(['Who', 'How it answers', 'Channel', 'Safety', 'White label']),
    );
    expect(await screen.findByRole('link', { name: 'Messages in: 12,418' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /^Version 1/ })).toBeDefined();
    const conversations = screen.getAllByRole('link', { name: 'Conversations' }).at(-1);
    expect(conversations?.getAttribute('href')).toBe(`/conversations?expertId=${anExpert().id}`);
  });

  it('saves what was changed, and goes on from what was saved', async () => {
    const view = renderExpert();
    const saved = anExpert({ tagline: 'Sums', revision: 2 });
    view.api.on('PUT /api/experts/:id', ({ basedOn }) =>
      basedOn === '"1"' ? { expert: saved } : failOutdated('Changed.', saved),
    );
    await retype(view, 'Tagline', 'Sums');
    view.api.on('GET /api/experts/:id', { expert: saved });
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await findToast('Expert updated');
    expect(view.api.bodiesOf(putExpert)).toEqual([{ tagline: 'Sums' }]);
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(await screen.findByText('Sums')).toBeDefined();
  });

  it('keeps what is typed while it is saved', async () => {
    const view = renderExpert();
    const saved = anExpert({ tagline: 'Sums', revision: 2 });
    const late = Promise.withResolvers<{ expert: Expert }>();
    view.api.on('PUT /api/experts/:id', () => late.promise);
    await retype(view, 'Tagline', 'Sums');
    view.api.on('GET /api/experts/:id', { expert: saved });
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await retype(view, 'Tagline', 'Sums, kindly');
    await retype(view, 'Site name', 'Sums');
    late.resolve({ expert: saved });
    await findToast('Expert updated');
    await screen.findByRole('button', { name: 'Save changes' });
    expect(screen.getByLabelText<HTMLInputElement>('Tagline').value).toBe('Sums, kindly');
    view.api.on('PUT /api/experts/:id', { expert: { ...saved, revision: 3 } });
    await view.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(view.api.bodiesOf(putExpert)).toEqual([
        { tagline: 'Sums' },
        { tagline: 'Sums, kindly', siteName: 'Sums' },
      ]),
    );
  });

  it('follows what another admin saves until something is typed', async () => {
    const send = fakeApi().openEvents();
    const view = renderExpert();
    const field = await screen.findByLabelText<HTMLInputElement>('Tagline');
    const follow = async (revision: number, tagline: string) => {
      view.api.on('GET /api/experts/:id', { expert: anExpert({ revision, tagline }) });
      send({ type: 'expert', expertId: anExpert().id });
    };
    await follow(2, 'Theirs');
    await waitFor(() => expect(field.value).toBe('Theirs'));
    await retype(view, 'Tagline', 'Mine');
    await follow(3, 'Theirs again');
    await screen.findByText('Theirs again');
    expect(field.value).toBe('Mine');
    await view.user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field.value).toBe('Theirs again');
  });

  it('answers with the unsaved prompt, and stores nothing', async () => {
    const view = renderExpert();
    const [userMessage, assistantMessage] = [aTestMessage(), aTestAnswer()];
    const response = { processingTimeMs: 900 };
    view.api.on('POST /api/test-draft', { userMessage, assistantMessage, response });
    await retype(view, 'System prompt', 'You are a pirate.');
    await view.user.type(screen.getByLabelText('Write to Ada'), 'Hello{Enter}');
    const phone = within(screen.getByRole('region', { name: 'Try Ada' }));
    await phone.findByText(assistantMessage.body);
    const [sent] = view.api.bodiesOf('POST /api/test-draft') as { draft: object }[];
    expect(Object.keys(sent?.draft ?? {})).not.toContain('openingHours');
    expect([sent]).toMatchObject([
      {
        expertId: anExpert().id,
        message: 'Hello',
        conversationHistory: [],
        draft: { systemPrompt: 'You are a pirate.', providerId: anExpert().providerId },
      },
    ]);
    await view.user.click(phone.getByRole('button', { name: 'Start over' }));
    expect(phone.queryByText(assistantMessage.body)).toBeNull();
  });

  it('archives and restores the expert', async () => {
    const view = renderExpert();
    const archivedAt = '2026-11-20T09:00:00.000Z';
    const archived = anExpert({ archivedAt, status: 'PAUSED', revision: 2 });
    view.api.on('PUT /api/experts/:id/archived', { expert: archived });
    const button = await screen.findByRole('button', { name: 'Archive expert' });
    view.api.on('GET /api/experts/:id', { expert: archived });
    await view.user.click(button);
    await findToast('Expert archived');
    expect(await screen.findByText('Archived')).toBeDefined();
    expect(screen.queryByLabelText('Status')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Restore expert' }));
    const call = `${putExpert}/archived`;
    await waitFor(() =>
      expect(view.api.bodiesOf(call)).toEqual([{ isArchived: true }, { isArchived: false }]),
    );
  });

  it('says what is missing before it goes live, and does it', async () => {
    const view = renderExpert({ expert: anExpert({ status: 'PAUSED' }) });
    view.api
      .on('GET /api/experts/:id/checklist', aChecklist('webhook', true))
      .on('PUT /api/experts/:id/webhook', { ok: true })
      .on('PUT /api/experts/:id', { expert: anExpert({ revision: 2 }) });
    const strip = within(await screen.findByRole('region', { name: 'Before people can text Ada' }));
    expect(strip.getByText('What to do about webhook.')).toBeDefined();
    const step = strip
      .getAllByRole('listitem')
      .find((item) => item.getAttribute('aria-current') === 'step');
    expect(step?.textContent).toBe('Webhook is set(open)');
    view.api.on('GET /api/experts/:id/checklist', aChecklist('seen'));
    await view.user.click(strip.getByRole('button', { name: 'Set webhook' }));
    await findToast('Webhook set');
    await strip.findByText('What to do about seen.');
    view.api.on('GET /api/experts/:id/checklist', aChecklist('live'));
    await view.user.click(strip.getByRole('button', { name: 'Check again' }));
    await view.user.click(await strip.findByRole('button', { name: 'Go live' }));
    await findToast('Ada is live');
    expect(view.api.bodiesOf(putExpert)).toEqual([{ status: 'ACTIVE' }]);
  });

  it('says that there is no such expert, or offers to try again', async () => {
    const view = renderExpert();
    await screen.findByRole('heading', { name: 'Ada' });
    view.unmount();
    const missing = renderApp('/experts/nobody', anAdmin());
    missing.api.on('GET /api/experts/:id', failWith(400, 'id: Invalid'));
    expect(await screen.findByText('404 Page Not Found')).toBeDefined();
    missing.unmount();
    const broken = renderApp(address, anAdmin());
    broken.api.on('GET /api/experts/:id', failWith(500, 'Broken'));
    expect(await screen.findByText('Unable to load the expert')).toBeDefined();
  });
});
