import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMessage, anAgent, aThread, aUser, idOf } from '#test/web/fixtures.ts';
import { aQuote, someEvidence } from '#test/web/knowledge-fixtures.ts';
import { findBubbles, renderThread } from '#test/web/render-thread.ts';

const anAiReply = (evidence = someEvidence()) =>
  aMessage({
    id: idOf(41),
    direction: 'outbound',
    origin: 'ai',
    body: 'We close at 17:30.',
    evidence,
  });

const given = [
  { sourceId: idOf(200), title: 'Opening hours', page: 2, rank: 1 },
  { sourceId: idOf(201), title: 'Prices', page: null, rank: 2 },
];

describe('the sources of an answer', () => {
  it('open at their words for the person', async () => {
    const view = renderThread([anAiReply()], {}, aUser());
    const [bubble] = await findBubbles();
    const sources = within(within(bubble as HTMLElement).getByRole('list', { name: 'Sources' }));
    expect(sources.getByRole('listitem').textContent).toContain(
      'From: Opening hours, p. 2 · May 1, 2026',
    );
    const button = sources.getByRole('button', { name: 'Opening hours, p. 2 · May 1, 2026' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await view.user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(sources.getByText(aQuote().words).closest('mark')).not.toBeNull();
    expect(sources.queryByRole('link')).toBeNull();
    expect(within(bubble as HTMLElement).queryByText('Answered from its sources')).toBeNull();
  });

  it('are one line for each page, and say when a source was deleted', async () => {
    const evidence = someEvidence({
      quotes: [
        aQuote(),
        aQuote({ words: 'closed on holidays' }),
        aQuote({ sourceId: idOf(201), title: 'Prices', page: null, validFrom: null, words: '' }),
      ],
    });
    const view = renderThread([anAiReply(evidence)], {}, aUser());
    const sources = within(await screen.findByRole('list', { name: 'Sources' }));
    expect(sources.getAllByRole('listitem')).toHaveLength(2);
    await view.user.click(sources.getByRole('button', { name: 'Prices' }));
    expect(sources.getByText('This source was deleted, and its words with it.')).toBeDefined();
  });

  it('lead an admin to the words in the source, and show what was given', async () => {
    const quotes = [aQuote({ isQuotable: false })];
    const view = renderThread([anAiReply(someEvidence({ quotes, given }))]);
    const sources = within(await screen.findByRole('list', { name: 'Sources' }));
    expect(sources.getByText(/Internal: not shown to the person/)).toBeDefined();
    await view.user.click(sources.getByRole('button'));
    const link = sources.getByRole('link', { name: 'Open the source' });
    const query = new URLSearchParams({ source: idOf(200), words: aQuote().words });
    expect(link.getAttribute('href')).toBe(`/experts/${aThread().expert.id}?${query}`);
    await view.user.click(screen.getByRole('button', { name: '2 pieces given' }));
    const pieces = within(screen.getByRole('list', { name: 'Given' }));
    expect(pieces.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1. Opening hours, p. 2',
      '2. Prices',
    ]);
  });

  it.each([
    ['read-again', 'Read again since'],
    ['reworded', 'Reworded since'],
  ] as const)(
    'say of which reading they are, and that the source was %s',
    async (changedSince, said) => {
      const quotes = [aQuote({ generation: 2, changedSince })];
      const view = renderThread([anAiReply(someEvidence({ quotes, given }))]);
      const sources = within(await screen.findByRole('list', { name: 'Sources' }));
      expect(sources.getByText(new RegExp(said))).toBeDefined();
      await view.user.click(sources.getByRole('button'));
      expect(sources.getByText('From reading 2 of this source.')).toBeDefined();
    },
  );

  it('say nothing more of a source that is as it was', async () => {
    const quotes = [aQuote({ generation: 1, changedSince: null })];
    renderThread([anAiReply(someEvidence({ quotes, given }))]);
    const sources = within(await screen.findByRole('list', { name: 'Sources' }));
    expect(sources.queryByText(/since/)).toBeNull();
  });

  it('are no link for an agent, who can not open experts', async () => {
    const view = renderThread([anAiReply(someEvidence({ given }))], {}, anAgent());
    const sources = within(await screen.findByRole('list', { name: 'Sources' }));
    await view.user.click(sources.getByRole('button'));
    expect(sources.queryByRole('link')).toBeNull();
  });

  it('are missing below a question whose answer was refused, which the team sees with the reason', async () => {
    const evidence = someEvidence({
      outcome: 'unverified',
      quotes: [],
      given: [],
      faults: ['18:30 is not in the quoted words.'],
      refused: 'We close at 18:30.',
    });
    const view = renderThread([aMessage({ body: 'when do u close', evidence })]);
    expect(await screen.findByText('Not verified')).toBeDefined();
    await view.user.click(screen.getByRole('button', { name: 'All sources given' }));
    expect(screen.getByText('18:30 is not in the quoted words.')).toBeDefined();
    expect(screen.getByText('We close at 18:30.')).toBeDefined();
    expect(screen.getByText('The model was given all that is live and valid.')).toBeDefined();
    await view.user.click(screen.getByRole('button', { name: 'Hide the check' }));
    expect(screen.queryByText('We close at 18:30.')).toBeNull();
  });
});
