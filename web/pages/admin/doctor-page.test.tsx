import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDoctorReply, aFinding } from '#test/web/doctor-fixtures.ts';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { anAdmin } from '#test/web/fixtures.ts';
import { renderApp } from '#test/web/render.tsx';

function renderDoctor(reply: Parameters<typeof aDoctorReply>[0] = undefined) {
  const view = renderApp('/settings/doctor', anAdmin());
  view.api.on('GET /api/doctor', aDoctorReply(reply));
  return view;
}

describe('the doctor', () => {
  it('lists each finding in its group with state, reason and fix, the worst first', async () => {
    renderDoctor();
    const channels = within(await screen.findByRole('region', { name: 'Channels' }));
    const [first, second] = channels.getAllByRole('listitem').map((item) => within(item));
    expect(first?.getByRole('heading', { name: 'Twilio webhooks: Noor' })).toBeDefined();
    expect(first?.getByText('Broken')).toBeDefined();
    expect(first?.getByText('On the page of Noor, press Set webhook.')).toBeDefined();
    expect(second?.getByText('OK')).toBeDefined();
    expect(screen.getByText(/^1 broken, 1 warning, 4 OK · last check:/)).toBeDefined();
    expect(screen.queryByText('All is well')).toBeNull();
  });

  it('says when nothing needs to be done', async () => {
    renderDoctor([aFinding()]);
    expect(await screen.findByRole('heading', { name: 'All is well' })).toBeDefined();
    expect(screen.getByText(/^1 OK · last check:/)).toBeDefined();
  });

  it('checks again, and says so meanwhile', async () => {
    const view = renderDoctor();
    await screen.findByRole('region', { name: 'Channels' });
    view.api.on('GET /api/doctor', neverAnswer());
    await view.user.click(screen.getByRole('button', { name: 'Check again' }));
    const button = screen.getByRole('button', { name: 'Checking...' });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(view.api.callsOf('GET /api/doctor')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Channels' })).toBeDefined();
  });

  it('shows that it checks, and offers another try when that failed', async () => {
    const view = renderApp('/settings/doctor', anAdmin());
    view.api.on('GET /api/doctor', failWith(500, 'The server is tired.'));
    expect(await screen.findByText('Unable to check the installation')).toBeDefined();
    view.api.on('GET /api/doctor', aDoctorReply());
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Channels' })).toBeDefined();
  });

  it('is reached from Settings', async () => {
    const view = renderApp('/settings', anAdmin());
    view.api.on('GET /api/doctor', aDoctorReply());
    await view.user.click(await screen.findByRole('link', { name: 'Open the doctor' }));
    expect(await screen.findByRole('heading', { name: 'Doctor' })).toBeDefined();
  });
});
