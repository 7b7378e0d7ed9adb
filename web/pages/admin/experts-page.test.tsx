import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failWith } from '#test/web/fake-api.ts';
import { anExpert, aProvider, idOf } from '#test/web/fixtures.ts';
import { findToast } from '#test/web/render.tsx';
import { openNew, renderExperts } from '#test/web/render-experts.ts';

describe('experts', () => {
  // spec: 7.22
  it('lists them with status, channel, handle, number and provider', async () => {
    const spare = aProvider({ id: idOf(21), displayName: 'Spare' });
    const sol = anExpert({
      id: idOf(11),
      handle: 'sol',
      displayName: 'Sol',
      channel: 'WHATSAPP',
      phoneNumber: '+12025550101',
      providerId: spare.id,
    });
    const { api } = renderExperts({
      experts: [anExpert({ status: 'PAUSED' }), sol],
      providers: [aProvider(), spare],
    });
    await screen.findByText('@ada · +1 202 555 0100 · OpenAI');
    const rows = screen.getAllByRole('listitem').map((row) => within(row));
    expect(rows.map((row) => row.getByRole('heading').textContent)).toEqual(['Ada', 'Sol']);
    expect(rows[0]?.getByText('Paused')).toBeDefined();
    expect(rows[0]?.getByText('SMS')).toBeDefined();
    expect(rows[1]?.queryByText('Paused')).toBeNull();
    expect(rows[1]?.getByText('WhatsApp')).toBeDefined();
    expect(rows[1]?.getByText('@sol · +1 202 555 0101 · Spare')).toBeDefined();
    expect(api.callsOf('GET /api/experts')).toEqual(['']);
  });

  it('keeps archived ones apart', async () => {
    const archivedAt = '2026-11-20T09:00:00.000Z';
    const rue = anExpert({ id: idOf(12), displayName: 'Rue', status: 'PAUSED', archivedAt });
    const { user } = renderExperts({ experts: [rue, anExpert()] });
    const [used, archived] = await screen.findAllByRole('list');
    expect(within(used as HTMLElement).getByRole('heading').textContent).toBe('Ada');
    await user.click(screen.getByText('Archived (1)'));
    expect(within(archived as HTMLElement).getByText('Archived')).toBeDefined();
  });

  it("says which expert can't be reached because its channel is not set up", async () => {
    renderExperts({ experts: [anExpert({ gateway: 'missing' })] });
    expect(
      await screen.findByText(/^SMS is not set up, so this expert can't be reached\./),
    ).toBeDefined();
  });

  // spec: 4.11
  it('changes no status outside the form', async () => {
    renderExperts({ experts: [anExpert(), anExpert({ id: 'other', status: 'PAUSED' })] });
    const rows = (await screen.findAllByRole('listitem')).map((row) => within(row));
    for (const row of rows) {
      const names = row.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
      expect(names).toEqual(["Copy Ada's expert ID", "Copy Ada's webhook URL", 'Edit Ada']);
    }
  });

  // spec: 2.12 7.33 8.9
  it('copies the id and the webhook address that gateways reach, wherever the page is open', async () => {
    const { user } = renderExperts();
    await user.click(await screen.findByRole('button', { name: "Copy Ada's expert ID" }));
    await findToast('Expert ID copied');
    expect(await navigator.clipboard.readText()).toBe(anExpert().id);
    await user.click(screen.getByRole('button', { name: "Copy Ada's webhook URL" }));
    await findToast('Webhook URL copied');
    expect(await navigator.clipboard.readText()).toBe(
      `https://texts.example.com/api/webhooks/experts/${anExpert().id}`,
    );
  });

  it.each([
    // spec: 6.5 8.7
    [403, 'You need admin access to manage experts.'],
    // spec: 6.6 8.7
    [401, 'Please log in to access this page.'],
    // spec: 8.7
    [500, 'An error occurred while loading experts. Please try again.'],
  ])('explains a %s', async (status, message) => {
    const { api } = renderExperts();
    api.on('GET /api/experts', failWith(status, 'Oops'));
    expect(await screen.findByText('Unable to load experts')).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
  });

  it('links to AI Providers while there is none', async () => {
    const view = renderExperts({ experts: [], providers: [] });
    const link = await screen.findByRole('link', { name: 'Go to AI Providers' });
    expect(link.getAttribute('href')).toBe('/providers');
    const form = await openNew(view);
    expect(form.getByRole('link', { name: 'Add an AI provider' })).toBeDefined();
  });
});
