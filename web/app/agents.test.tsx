import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMessage, anAgent, aPerson, aThread, personDetails } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

describe('an agent', () => {
  it('has conversations and an account of their own in the menu', async () => {
    renderApp('/nowhere', anAgent());
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Conversations',
      'Settings',
    ]);
  });

  it.each([
    '/experts',
    '/providers',
    '/ai-testing',
    '/analytics',
    '/subscription',
    '/settings/doctor',
    '/user/experts',
  ])('finds nothing at %s', async (path) => {
    const { api } = renderApp(path, anAgent());
    expect(await screen.findByText('404 Page Not Found')).toBeDefined();
    expect(api.requests.map(({ call }) => call)).toEqual(['GET /api/auth/user']);
  });

  it('reads and answers conversations, without credits to adjust or experts to open', async () => {
    const thread = aThread({ person: { ...aPerson(), name: 'Mia Chen', email: 'm@example.com' } });
    const message = aMessage({
      direction: 'outbound',
      origin: 'ai',
      body: 'Half of it is six.',
      expertVersion: 3,
      aiMeta: { provider: 'openai', processingTimeMs: 900, tokenUsage: { input: 1, output: 2 } },
    });
    const { api, user } = renderApp(`/?thread=${thread.id}`, anAgent());
    api
      .on('GET /api/threads', { threads: [thread], nextCursor: null })
      .on('GET /api/threads/:id/messages', { thread, messages: [message], nextCursor: null });
    await screen.findByText('Half of it is six.');
    expect(screen.getByLabelText(/^Write to Mia/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Adjust credits' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'AI details' }));
    expect(screen.getByText(/version 3/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'version 3' })).toBeNull();
  });

  it('sees people, and no ledger, sessions, changes or deletion', async () => {
    const { api } = renderApp(`/people?person=${aPerson().id}`, anAgent());
    api
      .on('GET /api/people', { people: [aPerson()], nextCursor: null })
      .on('GET /api/people/:id', personDetails({ sessions: [], changes: [] }));
    const panel = within(await screen.findByRole('complementary', { name: 'Person' }));
    await panel.findByText('2 of 5 used');
    expect(panel.queryByRole('tab')).toBeNull();
    expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(
      ['Close'],
    );
  });
});
