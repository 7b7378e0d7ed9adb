import { screen, within } from '@testing-library/react';
import { anAnalyticsReply } from './analytics-fixtures.ts';
import { anAdmin, anExpert, aProvider } from './fixtures.ts';
import { renderApp } from './render.tsx';

export const ada = anExpert();

export const sol = anExpert({ id: '01890000-0000-7000-8000-000000000011', displayName: 'Sol' });

export function renderAnalytics(search = '', reply = anAnalyticsReply()) {
  const view = renderApp(`/analytics${search}`, anAdmin());
  view.api.on('GET /api/analytics', reply);
  view.api.on('GET /api/experts', { experts: [ada, sol] });
  view.api.on('GET /api/threads', { threads: [], nextCursor: null });
  view.api.on('GET /api/providers', { providers: [aProvider({ isSandboxed: true })] });
  return view;
}

export const panel = async (title: string) =>
  within(await screen.findByRole('region', { name: title }));
