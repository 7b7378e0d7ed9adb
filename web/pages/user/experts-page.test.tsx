import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listAnnounced } from '#test/web/announced.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aPublicExpert, aUser } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

const renderExperts = () => renderApp('/user/experts', aUser());

describe('user experts', () => {
  it('lays out a name and its description by their own direction', async () => {
    const layla = aPublicExpert({
      displayName: 'ليلى',
      tagline: 'أرقام بلطف',
      description: 'الرياضيات خطوة خطوة',
    });
    renderApp('/user/experts', aUser()).api.on('GET /api/experts/public', { experts: [layla] });
    await screen.findByRole('heading', { name: 'ليلى' });
    for (const text of ['ليلى', 'أرقام بلطف', 'الرياضيات خطوة خطوة']) {
      expect(screen.getByText(text).dir, text).toBe('auto');
    }
  });

  // spec: 2.22 7.26
  it('shows a card for every expert', async () => {
    const sol = aPublicExpert({ id: 'sol', displayName: 'Sol', channel: 'WHATSAPP' });
    const rue = aPublicExpert({
      id: 'rue',
      displayName: 'Rue',
      channel: 'AMB',
      connection: 'active',
      threadId: 'thread-7',
    });
    const { api } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert(), sol, rue] });
    await screen.findByRole('article', { name: 'Ada' });
    const cards = screen.getAllByRole('article').map((card) => ({
      name: within(card).getByRole('heading').textContent,
      buttons: within(card)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    }));
    expect(cards).toEqual([
      { name: 'Ada', buttons: ['Connect Now'] },
      { name: 'Sol', buttons: ['Connect Now'] },
      { name: 'Rue', buttons: [] },
    ]);
    const card = (name: string) => within(screen.getByRole('article', { name }));
    expect(card('Ada').getByText('Numbers, gently')).toBeDefined();
    expect(card('Ada').getByText('SMS')).toBeDefined();
    expect(card('Sol').getByText('WhatsApp')).toBeDefined();
    expect(card('Rue').getByText('Apple Messages')).toBeDefined();
    expect(api.callsOf('GET /api/experts/public')).toEqual(['']);
    expect(document.title).toBe('Experts · Sagewire');
  });

  it('leads from the name to the page of the expert, and back', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    await user.click(await screen.findByRole('link', { name: /^Ada/ }));
    await screen.findByRole('heading', { name: 'Ada', level: 1 });
    expect(window.location.pathname).toBe('/user/experts/ada');
    await user.click(screen.getByRole('link', { name: 'All experts' }));
    await screen.findByRole('heading', { name: 'Find your expert' });
  });

  describe('from twelve on', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      aPublicExpert({ id: `${at}`, handle: `expert-${at}`, displayName: `Expert ${at}` }),
    );
    const find = async (experts = many) => {
      const view = renderExperts();
      const [first, second, third, ...others] = experts;
      view.api.on('GET /api/experts/public', {
        experts: [
          { ...first, displayName: 'José', category: 'Cooking' },
          { ...second, tagline: 'Figures for cooks', category: 'Learning' },
          { ...third, category: 'learning', description: 'Helps with sourdough.' },
          ...others,
        ] as typeof experts,
      });
      await screen.findByRole('article', { name: 'José' });
      return view;
    };
    const listNames = () =>
      screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));

    it('are found by name, handle, category and what the card says', async () => {
      const { user } = await find();
      const field = screen.getByRole('searchbox', { name: 'Search experts' });
      for (const [typed, found] of [
        ['jose', ['José']],
        ['COOK', ['José', 'Expert 1']],
        ['cooks figures', ['Expert 1']],
        ['expert-11', ['Expert 11']],
        ['sourdough', ['Expert 2']],
        ['learning', ['Expert 1', 'Expert 2']],
      ] as const) {
        await user.clear(field);
        await user.type(field, typed);
        expect([typed, listNames()]).toEqual([typed, found]);
      }
      expect(listAnnounced('polite').at(-1)).toBe('2 experts');
    });

    it('are narrowed by category, also after a visit to one', async () => {
      const { user } = await find();
      const group = within(screen.getByRole('group', { name: 'Category' }));
      expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All',
        'Cooking',
        'Learning',
      ]);
      await user.click(group.getByRole('button', { name: 'Learning' }));
      expect(listNames()).toEqual(['Expert 1', 'Expert 2']);
      await user.click(screen.getByRole('link', { name: /^Expert 2/ }));
      await screen.findByRole('heading', { name: 'Expert 2', level: 1 });
      act(() => window.history.back());
      await screen.findByRole('heading', { name: 'Find your expert' });
      expect(listNames()).toEqual(['Expert 1', 'Expert 2']);
    });

    it('say what to do if none matches', async () => {
      const { user } = await find();
      const field = screen.getByRole('searchbox', { name: 'Search experts' });
      await user.type(field, 'zebra');
      expect(screen.getByText('No expert found')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Show all experts' }));
      expect(listNames()).toHaveLength(12);
      expect(document.activeElement).toBe(field);
    });

    it('and below are shown without a search', async () => {
      await find(many.slice(1));
      expect(screen.queryByRole('searchbox')).toBeNull();
    });
  });

  it('shows placeholders, and says so to screen readers', async () => {
    renderExperts().api.on('GET /api/experts/public', neverAnswer());
    expect(await screen.findByText('Loading experts')).toBeDefined();
  });

  it('shows an error and retries', async () => {
    const { api, user } = renderExperts();
    api.on('GET /api/experts/public', failWith(500, 'Oops'));
    expect(await screen.findByText('Unable to load experts')).toBeDefined();
    expect(
      screen.getByText('An error occurred while loading experts. Please try again.'),
    ).toBeDefined();
    api.on('GET /api/experts/public', { experts: [aPublicExpert()] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Ada' })).toBeDefined();
  });
});
