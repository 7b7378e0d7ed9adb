import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAnalyticsReply } from '#test/web/analytics-fixtures.ts';
import { failWith } from '#test/web/fake-api.ts';
import { anAdmin, anExpert, aProvider, aThread, aVersion, idOf } from '#test/web/fixtures.ts';
import { aQuestion, aSource } from '#test/web/knowledge-fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';

const ada = anExpert();
const sol = anExpert({ id: idOf(11), displayName: 'Sol' });
const address = `/experts/${ada.id}`;
const answerCall = `POST /api/unanswered/${aQuestion().messageId}/answer`;

function renderUnanswered(path: string, questions = [aQuestion()]) {
  const view = renderApp(path, anAdmin());
  view.api
    .on('GET /api/experts', { experts: [ada, sol] })
    .on('GET /api/experts/:id', { expert: ada })
    .on('GET /api/experts/:id/versions', { versions: [aVersion()], nextCursor: null })
    .on('GET /api/experts/:id/checklist', { steps: [], canSetWebhook: false })
    .on('GET /api/providers', { providers: [aProvider()] })
    .on('GET /api/analytics', anAnalyticsReply())
    .on('GET /api/experts/:id/unanswered', { questions, nextCursor: null });
  return view;
}

const findPart = async () => within(await screen.findByRole('region', { name: 'Unanswered' }));

describe("an expert's unanswered questions", () => {
  it('are grouped, with the reason and the conversation', async () => {
    renderUnanswered(address, [
      aQuestion({ count: 3, lastAskedAt: new Date().toISOString() }),
      aQuestion({
        messageId: idOf(221),
        question: 'what is bread',
        reason: 'unverified',
        fault: '3 is not in the quoted words.',
      }),
    ]);
    const part = await findPart();
    const list = within(await part.findByRole('list', { name: 'Unanswered by Ada' }));
    const [coffee, bread] = list.getAllByRole('listitem');
    expect(coffee?.textContent).toContain(
      'do you sell coffeeNot in the sources · asked 3 times, last Just now',
    );
    expect(bread?.textContent).toContain('Not verified: 3 is not in the quoted words. · asked ');
    const link = part.getByRole('link', { name: 'Conversation: do you sell coffee' });
    expect(link.getAttribute('href')).toBe(
      `/conversations?thread=${aThread().id}&message=${aQuestion().messageId}`,
    );
  });

  it('leave once they are answered, and those who asked can be told', async () => {
    const view = renderUnanswered(address, [aQuestion({ count: 3 })]);
    view.api.on('POST /api/unanswered/:messageId/answer', { source: aSource(), told: 3 });
    const part = await findPart();
    await view.user.click(await part.findByRole('button', { name: 'Answer: do you sell coffee' }));
    const form = within(await screen.findByRole('dialog', { name: 'Answer a question' }));
    await view.user.click(form.getByRole('button', { name: 'Add answer' }));
    expect(await form.findByText('Answer is required')).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText('Answer'));
    await view.user.clear(form.getByLabelText('Question'));
    await view.user.type(form.getByLabelText('Question'), 'Do you sell coffee?');
    await view.user.type(form.getByLabelText('Answer'), 'Yes, from 7:00.');
    await view.user.click(form.getByLabelText('Text it to those who asked'));
    view.api.on('GET /api/experts/:id/unanswered', { questions: [], nextCursor: null });
    await view.user.click(form.getByRole('button', { name: 'Add answer' }));
    within(await findToast('Answer added')).getByText('It is texted to 3 people.');
    expect(view.api.bodiesOf(answerCall)).toEqual([
      { question: 'Do you sell coffee?', answer: 'Yes, from 7:00.', tell: true },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      await part.findByText(
        'Nothing is open: each question was answered from the sources, or Ada has none yet.',
      ),
    ).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Unanswered');
  });

  it('keep a typed answer that could not be added', async () => {
    const view = renderUnanswered(address);
    view.api.on('POST /api/unanswered/:messageId/answer', failWith(500, 'Oops'));
    const part = await findPart();
    await view.user.click(await part.findByRole('button', { name: 'Answer: do you sell coffee' }));
    const form = within(await screen.findByRole('dialog', { name: 'Answer a question' }));
    expect(form.getByLabelText('Text it to the one who asked')).toBeDefined();
    fireEvent.change(form.getByLabelText('Answer'), { target: { value: 'Yes.' } });
    await view.user.click(form.getByRole('button', { name: 'Add answer' }));
    within(await findToast('Failed to add the answer')).getByText('Oops');
    expect(form.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('Yes.');
  });

  it('say why they could not be loaded', async () => {
    const view = renderUnanswered(address);
    view.api.on('GET /api/experts/:id/unanswered', failWith(500, 'Oops'));
    const part = await findPart();
    expect(await part.findByText('Unable to load the questions')).toBeDefined();
  });
});

describe('in Analytics', () => {
  it('each expert has its unanswered questions', async () => {
    const view = renderUnanswered('/analytics');
    view.api.on('GET /api/experts/:id/unanswered', ({ call }) => ({
      questions: call.includes(sol.id) ? [aQuestion({ question: 'is rice vegan' })] : [],
      nextCursor: null,
    }));
    const part = await findPart();
    expect(await part.findByText('is rice vegan')).toBeDefined();
    expect(part.getByRole('list', { name: 'Unanswered by Sol' })).toBeDefined();
    expect(await part.findByText('Nothing is open.')).toBeDefined();
    expect(part.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe(
      `${address}#unanswered`,
    );
  });

  it('only the chosen expert has', async () => {
    const { api } = renderUnanswered(`/analytics?expert=${sol.id}`);
    const part = await findPart();
    await part.findByText('do you sell coffee');
    expect(part.queryByRole('link', { name: 'Ada' })).toBeNull();
    expect(api.callsOf(`GET /api/experts/${ada.id}/unanswered`)).toEqual([]);
  });
});
