import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { navigate as go } from 'wouter/use-browser-location';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, anAnswer, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { findBubbles, renderThread, threadId, threadPath } from '#test/web/render-thread.ts';

const navigate = (path: string) => act(() => go(path));

describe('colleagues in a thread', () => {
  const presence = `${threadPath}/presence`;
  const team = [
    { id: idOf(71), name: 'Ana' },
    { id: idOf(72), name: 'Ben' },
    { id: idOf(73), name: 'Cy' },
  ];
  const at = (index: number, isWriting = false) => ({ id: team[index]?.id ?? '', isWriting });

  it('are named while they look or write', async () => {
    const { api } = renderThread([aMessage()]);
    api.on('GET /api/threads/assignees', { assignees: team });
    api.on('POST /api/threads/:id/presence', { present: [at(0)] });
    const send = api.openEvents();
    await findBubbles();
    const bar = (await screen.findByText(/Ana is looking/)).closest('p');
    expect(bar?.textContent).toBe('Ada answers · Ana is looking');
    send({ type: 'presence', threadId, present: [at(0, true), at(1), at(2)] });
    await screen.findByText(/Ana is writing/);
    expect(bar?.textContent).toBe('Ada answers · Ana is writing · Ben and Cy are looking');
    send({ type: 'presence', threadId, present: [] });
    await waitFor(() => expect(bar?.textContent).toBe('Ada answers'));
  });

  it('learn what this page does: looking, writing at most every 3 s, sent, left', async () => {
    const { api, user } = renderThread([aMessage()]);
    api.on('POST /api/threads/:id/presence', { present: [] });
    api.on('POST /api/threads/:id/messages', { message: aMessage({ id: 'b', body: 'Hi' }) });
    const doings = () =>
      api.bodiesOf(`POST ${presence}`).map((body) => (body as { doing: string }).doing);
    await user.type(await screen.findByRole('textbox', { name: /^Write to/ }), 'Hi there');
    expect(doings()).toEqual(['looking', 'writing']);
    await user.keyboard('{Enter}');
    await findToast('Message sent');
    expect(doings()).toEqual(['looking', 'writing', 'looking']);
    navigate('/settings');
    await waitFor(() => expect(doings().at(-1)).toBe('left'));
  });

  it('are not asked about by the person', async () => {
    const { api } = renderThread([aMessage()], {}, aUser());
    api.on('POST /api/threads/:id/presence', { present: [at(0)] });
    await screen.findByLabelText('Write to Ada');
    expect(api.bodiesOf(`POST ${presence}`)).toEqual([]);
  });
});

describe('who answers', () => {
  const handover = {
    at: '2026-11-01T10:42:00.000Z',
    because: 'taken' as const,
    aiReturnsAt: null,
    epoch: 3,
    held: { count: 0, upTo: 0 },
  };
  const assignee = { id: anAdmin().id, name: 'Ana Boss' };

  it('is the AI until an admin takes over', async () => {
    const { api, user } = renderThread([aMessage()]);
    expect(await screen.findByText('Ada answers')).toBeDefined();
    api.on('POST /api/threads/:id/take', { thread: aThread({ handler: 'human', handover }) });
    await user.click(screen.getByRole('button', { name: 'Take over' }));
    await waitFor(() => expect(api.callsOf(`POST ${threadPath}/take`)).toHaveLength(1));
  });

  it('says who was first where another admin has taken over', async () => {
    const { api, user } = renderThread([aMessage()]);
    const words = 'Ana has already taken over this conversation.';
    api.on('POST /api/threads/:id/take', failWith(409, words));
    await user.click(await screen.findByRole('button', { name: 'Take over' }));
    expect(await findToast(words)).toBeDefined();
  });

  it.each([
    { count: 0, button: 'Return to AI', answer: 'all' },
    { count: 1, button: 'Return to AI', answer: 'all' },
    { count: 1, button: 'Return without answering', answer: 'none' },
    { count: 3, button: 'Return to AI', answer: 'all' },
    { count: 3, button: 'Return, answer the last', answer: 'last' },
  ])('is given back by "$button" with $count texts held', async ({ count, button, answer }) => {
    // More than the page has loaded.
    const taken = { ...handover, held: { count, upTo: 90 } };
    const { api, user } = renderThread([], { handler: 'human', handover: taken, assignee });
    expect(await screen.findByText(/^You answer · since/)).toBeDefined();
    api.on('POST /api/threads/:id/return', { thread: aThread() });
    await user.click(screen.getByRole('button', { name: button }));
    const body = { answer, epoch: 3, upTo: 90 };
    await waitFor(() => expect(api.bodiesOf(`POST ${threadPath}/return`)).toEqual([body]));
  });

  it('asks first before a crisis is returned or resolved, and not of a false alarm', async () => {
    const riskAt = '2026-11-01T12:40:00.000Z';
    const inCrisis = { handler: 'human' as const, handover, assignee, riskAt };
    const { api, user } = renderThread([], inCrisis);
    api.on('POST /api/threads/:id/false-alarm', { thread: aThread() });
    const ask = async (button: string, title: RegExp, answer: string) => {
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('alertdialog', { name: title }));
      await user.click(dialog.getByRole('button', { name: answer }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await ask('Return to AI', /^Return .* to the AI\?$/, 'Cancel');
    await ask('Resolve', /^Resolve the crisis of/, 'Cancel');
    expect(api.callsOf(`POST ${threadPath}/return`)).toEqual([]);
    expect(api.callsOf(`PUT ${threadPath}/resolved`)).toEqual([]);
    api.on('POST /api/threads/:id/return', { thread: aThread(inCrisis) });
    await ask('Return to AI', /^Return/, 'Return to AI');
    await waitFor(() => expect(api.callsOf(`POST ${threadPath}/return`)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'False alarm' }));
    expect(await findToast('Counted as a false alarm')).toBeDefined();
    expect(api.callsOf(`POST ${threadPath}/false-alarm`)).toHaveLength(1);
  });

  it('is taken in a crisis without another button at once under the pointer', async () => {
    const riskAt = '2026-11-01T12:40:00.000Z';
    const inCrisis = { handler: 'human' as const, handover, riskAt };
    const { api, user } = renderThread([], inCrisis);
    const take = await screen.findByRole('button', { name: 'Take over' });
    const buttons = within(take.parentElement as HTMLElement).getAllByRole('button');
    expect(buttons.at(-1)).toBe(take);
    const taken = aThread({ ...inCrisis, assignee });
    api.on('POST /api/threads/:id/take', { thread: taken });
    api.on('GET /api/threads/:id/messages', { thread: taken, messages: [], nextCursor: null });
    await user.click(take);
    await screen.findByText(/^You answer · since/);
    await user.click(screen.getByRole('button', { name: 'False alarm' }));
    expect(api.callsOf(`POST ${threadPath}/false-alarm`)).toEqual([]);
  });

  it('names the colleague who answers, and when the AI returns', async () => {
    const assignee = { id: idOf(77), name: 'Ana Boss' };
    const aiReturnsAt = '2026-11-01T12:42:00.000Z';
    renderThread([], { handler: 'human', assignee, handover: { ...handover, aiReturnsAt } });
    expect(
      await screen.findByText(/^Ana Boss answers · since .* · Ada returns on Nov 1, /),
    ).toBeDefined();
  });

  it('shows what the AI would have said, to be sent or discarded', async () => {
    const question = aMessage({ answer: anAnswer({ state: 'held', draft: 'Start with halves.' }) });
    const { api, user } = renderThread([question], { handler: 'human', handover });
    const draft = within(await screen.findByRole('region', { name: "Ada's draft" }));
    expect(draft.getByText('Start with halves.')).toBeDefined();
    api.on('DELETE /api/threads/:id/messages/:messageId/draft', { message: aMessage() });
    await user.click(draft.getByRole('button', { name: 'Discard' }));
    await waitFor(() =>
      expect(api.callsOf(`DELETE ${threadPath}/messages/${question.id}/draft`)).toHaveLength(1),
    );
    const message = aMessage({ id: idOf(62), direction: 'outbound' });
    api.on('POST /api/threads/:id/messages/:messageId/draft/send', { message });
    await user.click(draft.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(api.callsOf(`POST ${threadPath}/messages/${question.id}/draft/send`)).toHaveLength(1),
    );
  });

  it('is nothing that a user sees', async () => {
    renderThread([aMessage()], {}, aUser());
    await findBubbles();
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  });
});

describe('whose a conversation is', () => {
  const ben = { id: idOf(78), name: 'Ben Amin' };

  it('is chosen among the team, and based on who had it', async () => {
    const { api, user } = renderThread([aMessage()], { assignee: ben });
    api.on('GET /api/threads/assignees', { assignees: [ben, { id: anAdmin().id, name: 'Me' }] });
    expect(await screen.findByText('Ada answers · assigned to Ben Amin')).toBeDefined();
    const field = screen.getByRole('combobox', { name: 'Assigned to' });
    expect(field.textContent).toBe('Ben Amin');
    api.on('PUT /api/threads/:id/assignee', failWith(409, 'Cy already has this conversation.'));
    field.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: 'Me' }));
    expect(await findToast('Cy already has this conversation.')).toBeDefined();
    const wanted = { assigneeId: anAdmin().id, seenId: ben.id };
    expect(api.bodiesOf(`PUT ${threadPath}/assignee`)).toEqual([wanted]);
  });

  it('stays so when it is resolved', async () => {
    const { api, user } = renderThread([aMessage()]);
    const resolve = await screen.findByRole('button', { name: 'Resolve' });
    const thread = aThread({ isResolved: true });
    api.on('PUT /api/threads/:id/resolved', { thread });
    api.on('GET /api/threads/:id/messages', { thread, messages: [], nextCursor: null });
    await user.click(resolve);
    await screen.findByRole('button', { name: 'Reopen' });
    expect(api.bodiesOf(`PUT ${threadPath}/resolved`)).toEqual([{ isResolved: true }]);
  });
});
