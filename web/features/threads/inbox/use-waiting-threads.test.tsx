import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Thread } from '#shared/api/threads.ts';
import { neverAnswer } from '#test/web/fake-api.ts';
import { aThread, noThreads } from '#test/web/fixtures.ts';
import { listed, mia, renderInbox, since, waitingCall } from '#test/web/render-conversations.ts';
import { threadCountsQuery } from '../known/threads-api.ts';

const waiting = aThread({
  id: 'waiting',
  expert: { ...aThread().expert, channel: 'AMB' },
  userHandle: 'urn:mbid:AQAAY2f0mGkRzTnVb7wq3',
  userPhoneNumber: null,
  lastMessage: 'Agent',
  humanWantedAt: new Date().toISOString(),
});

const wants = (id: string, minute: number, riskAt: string | null = null) =>
  aThread({ id, humanWantedAt: since(minute), waitsSince: since(minute), riskAt });

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-thread]')];

const listedIds = () => rows().map(({ dataset }) => dataset.thread);

describe('admin conversations', () => {
  it('lists who waits for a person first, loaded or not: crises, then the longest wait', async () => {
    const { api, user } = renderInbox();
    const found = [wants('late', 5), wants('early', 1), wants('crisis', 6, since(6))];
    api.on('GET /api/threads', ({ query }) => ({
      threads: query.get('state') === 'wantsHuman' ? found : [mia, found[0] as Thread],
      nextCursor: null,
    }));
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 3 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 3' });
    expect(listedIds()).toEqual(['crisis', 'early', 'late', mia.id]);
    expect(listed()[4]).toBe('All others');
    await user.keyboard('jjj{ArrowDown}');
    expect(document.activeElement).toBe(rows()[3]);
  });

  it('shows a flood of crises from new numbers as one, behind the crisis of a known person', async () => {
    const { api, user } = renderInbox('/?state=crisis');
    const known = { ...mia, id: 'known', humanWantedAt: since(1), riskAt: since(1) };
    const flood = Array.from({ length: 30 }, (_, nth) => ({
      ...wants(`new ${nth}`, 5, since(5)),
      isNewcomer: true,
    }));
    const taken = {
      ...flood[29],
      id: 'taken',
      assignee: { id: 'x', name: 'Grace Hopper' },
    } as Thread;
    api.on('GET /api/threads', { threads: [known, taken, ...flood], nextCursor: null });
    const row = await screen.findByRole('button', { name: /^30 new numbers/ });
    expect(listedIds()).toEqual(['known', 'taken']);
    await user.click(row);
    expect(listedIds()).toHaveLength(32);
    await user.click(screen.getByRole('button', { name: /^30 new numbers/ }));
    expect(listedIds()).toEqual(['known', 'taken']);
  });

  it('shows a few crises from new numbers one by one', async () => {
    const { api } = renderInbox('/?state=crisis');
    const few = Array.from({ length: 4 }, (_, nth) => ({
      ...wants(`new ${nth}`, 5, since(5)),
      isNewcomer: true,
    }));
    api.on('GET /api/threads', { threads: few, nextCursor: null });
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(screen.queryByRole('button', { name: /new numbers/ })).toBeNull();
  });

  it('lists the crisis of a known person first of those who wait, however long others have waited', async () => {
    const { api } = renderInbox();
    const known = { ...mia, id: 'known', humanWantedAt: since(6), riskAt: since(6) };
    const stranger = { ...wants('new', 1, since(1)), isNewcomer: true };
    const found = [wants('asks', 0), stranger, wants('familiar', 5, since(5)), known];
    api.on('GET /api/threads', { threads: found, nextCursor: null });
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 4 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 4' });
    expect(listedIds()).toEqual(['known', 'familiar', 'new', 'asks']);
  });

  it('keeps the list while it loads the first who waits for a person', async () => {
    const { api, queryClient } = renderInbox();
    const count = (wantsHuman: number) =>
      queryClient.setQueryData(threadCountsQuery(null).queryKey, {
        counts: { ...noThreads, wantsHuman },
      });
    count(0);
    await waitFor(() => expect(rows()).toHaveLength(3));
    api.on('GET /api/threads', neverAnswer());
    count(1);
    await waitFor(() => expect(api.callsOf('GET /api/threads')).toContain(waitingCall));
    expect(rows()).toHaveLength(3);
  });

  it('counts all who wait, and lists those first that only the list has loaded', async () => {
    const { api } = renderInbox();
    const newest = wants('late', 5);
    api.on('GET /api/threads', ({ query }) =>
      query.get('state') === 'wantsHuman'
        ? { threads: [newest], nextCursor: 'older' }
        : { threads: [newest, mia, wants('longest', 1)], nextCursor: null },
    );
    api.on('GET /api/threads/counts', { counts: { ...noThreads, wantsHuman: 1234 } });
    await screen.findByRole('heading', { name: 'Waiting for a person 1,234' });
    expect(listedIds()).toEqual(['longest', 'late', mia.id]);
  });

  it('shows who waits for a human', async () => {
    const { api } = renderInbox();
    api.on('GET /api/threads', { threads: [mia, waiting], nextCursor: null });
    const row = within(await screen.findByRole('link', { name: /Apple Messages contact/ }));
    expect(row.getByText('Wants a person')).toBeDefined();
  });
});
