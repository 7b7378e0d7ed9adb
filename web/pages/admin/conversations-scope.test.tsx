import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { aMessage, anAdmin, anExpert, aThread, idOf } from '#test/web/fixtures.ts';
import { findToast, renderApp } from '#test/web/render.tsx';
import { showEverything } from '#test/web/show-everything.ts';
import { readLocalDay, readLocalTimeZone } from '#web/lib/days.ts';

const ada = anExpert();
const sol = anExpert({ id: '01890000-0000-7000-8000-0000000000aa', displayName: 'Sol' });
const experts = [
  { id: ada.id, displayName: 'Ada', channel: 'SMS' as const },
  { id: sol.id, displayName: 'Sol', channel: 'WHATSAPP' as const },
];
const days = 'from=2026-11-03&to=2026-11-09&timeZone=Europe%2FBerlin';
const scope = `with=rejected&expertId=${ada.id}&${days}`;
const rejected = aThread({ id: 'rejected', title: 'Guns' });
const others = [rejected, aThread({ id: 'other', title: 'Fractions' })];

function renderScope(query = scope) {
  const view = renderApp(`/conversations?${query}`, anAdmin());
  view.api.on('GET /api/threads/experts', { experts });
  view.api.on('GET /api/threads', ({ query }) => ({
    threads: query.has('with') ? [rejected] : others,
    nextCursor: null,
  }));
  view.api.on('GET /api/threads/:id/messages', {
    thread: rejected,
    messages: [aMessage()],
    nextCursor: null,
  });
  return view;
}

const chip = (label: string) => screen.findByRole('button', { name: `Remove filter: ${label}` });
const listQueries = ({ api }: ReturnType<typeof renderApp>) =>
  api.requests.filter(({ call }) => call === 'GET /api/threads').map(({ query }) => query);

describe('conversations behind a number', () => {
  it('lists only those, and names the filter', async () => {
    const view = renderScope();
    expect((await chip('Rejected · Ada · Nov 3–9')).textContent).toBe('Rejected · Ada · Nov 3–9');
    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    const [query] = listQueries(view);
    expect(query?.toString()).toBe(`${scope}&limit=100`);
  });

  it('stay the list while one is opened, renamed and closed', async () => {
    const view = renderScope();
    await screen.findByRole('listitem');
    await view.user.keyboard('j{Enter}');
    await waitFor(() => expect(window.location.search).toBe(`?${scope}&thread=rejected`));
    await view.user.click(await screen.findByRole('button', { name: /Guns/ }));
    view.api.on('PUT /api/threads/:id/title', { thread: rejected });
    await view.user.type(screen.getByLabelText('Conversation title'), ' and roses{Enter}');
    await findToast('Title updated');
    await view.user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(window.location.search).toBe(`?${scope}`));
    expect(listQueries(view).every((query) => query.get('with') === 'rejected')).toBe(true);
  });

  it('can be replaced by all conversations', async () => {
    const { user } = renderScope();
    await user.click(await chip('Rejected · Ada · Nov 3–9'));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(window.location.pathname + window.location.search).toBe('/conversations');
    expect(screen.queryByRole('button', { name: /Remove filter/ })).toBeNull();
  });

  it('offer all conversations where there are none', async () => {
    const { api, user } = renderScope(`with=failed&${days}`);
    api.on('GET /api/threads', ({ query }) => ({
      threads: query.has('with') ? [] : others,
      nextCursor: null,
    }));
    expect(
      await screen.findByText('No conversation matches "Not delivered · Nov 3–9".'),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  });

  it('are fetched page by page', async () => {
    showEverything();
    const view = renderScope();
    view.api.on('GET /api/threads', ({ query }) =>
      query.get('cursor') === 'older'
        ? { threads: [others[1] as typeof rejected], nextCursor: null }
        : { threads: [rejected], nextCursor: 'older' },
    );
    await waitFor(() => expect(listQueries(view)).toHaveLength(2));
    expect(listQueries(view)[1]?.toString()).toBe(`${scope}&limit=100&cursor=older`);
  });

  it('show an error for an invalid filter', async () => {
    const { api } = renderScope('with=everything');
    api.on('GET /api/threads', failWith(400, 'with: with must be one of in, out'));
    expect(await screen.findByText('with: with must be one of in, out')).toBeDefined();
    expect(await chip('everything')).toBeDefined();
  });
});

describe('the filters of conversations', () => {
  const choose = async (view: ReturnType<typeof renderApp>, name: string, option: string) => {
    (await screen.findByRole('combobox', { name })).focus();
    await view.user.keyboard('{Enter}');
    await view.user.click(await screen.findByRole('option', { name: option }));
  };
  const address = () => Object.fromEntries(new URLSearchParams(window.location.search));
  const timeZone = readLocalTimeZone();

  it('choose expert, channel and days, and stand in the address', async () => {
    const view = renderScope('state=optedOut');
    await view.user.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose(view, 'Expert', 'Sol');
    await choose(view, 'Channel', 'WhatsApp');
    await choose(view, 'Days', 'Last 7 days');
    const chosen = { expertId: sol.id, channel: 'WHATSAPP', from: readLocalDay(6), timeZone };
    await waitFor(() => expect(address()).toEqual({ state: 'optedOut', ...chosen }));
    await waitFor(() =>
      expect(Object.fromEntries(listQueries(view).at(-1) ?? [])).toMatchObject(chosen),
    );
    await view.user.click(
      await screen.findByRole('button', { name: /^Remove filter: WhatsApp · Sol/ }),
    );
    await waitFor(() => expect(address()).toEqual({ state: 'optedOut' }));
  });

  it('choose whose they are among the team', async () => {
    const ben = { id: idOf(78), name: 'Ben Amin' };
    const view = renderScope('');
    view.api.on('GET /api/threads/assignees', { assignees: [{ id: idOf(79), name: 'Me' }, ben] });
    await view.user.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose(view, 'Assigned to', 'Ben Amin');
    expect(await chip('Assigned to Ben Amin')).toBeDefined();
    expect(address()).toEqual({ assigneeId: ben.id });
    await waitFor(() => expect(listQueries(view).at(-1)?.get('assigneeId')).toBe(ben.id));
  });

  it('take any days', async () => {
    const view = renderScope('');
    await view.user.click(await screen.findByRole('button', { name: 'Filters' }));
    await choose(view, 'Days', 'Choose days…');
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2026-11-09' } });
    expect(await chip('until Nov 9')).toBeDefined();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-03' } });
    expect(await chip('Nov 3–9')).toBeDefined();
    expect(address()).toEqual({ from: '2026-11-03', to: '2026-11-09', timeZone });
    await choose(view, 'Days', 'Any day');
    await waitFor(() => expect(address()).toEqual({}));
  });

  it('offer no choice where there is one expert', async () => {
    const view = renderScope('');
    view.api.on('GET /api/threads/experts', { experts: experts.slice(0, 1) });
    await view.user.click(await screen.findByRole('button', { name: 'Filters' }));
    expect(await screen.findByRole('combobox', { name: 'Days' })).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Expert' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Channel' })).toBeNull();
  });

  it('show the failures of a week in two steps', async () => {
    const view = renderScope('');
    await view.user.click(await screen.findByRole('button', { name: 'Failed' }));
    await view.user.click(await screen.findByRole('button', { name: '7 days' }));
    await waitFor(() =>
      expect(address()).toEqual({ state: 'failed', from: readLocalDay(6), timeZone }),
    );
    expect(screen.getByRole('button', { name: '7 days', pressed: true })).toBeDefined();
    await view.user.click(screen.getByRole('button', { name: 'Any day' }));
    await waitFor(() => expect(address()).toEqual({ state: 'failed' }));
  });
});
