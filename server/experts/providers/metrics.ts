import { readGauge } from '#server/outside/metrics.ts';

export const providerDown = readGauge(
  'sagewire_provider_down',
  '1 while an AI provider is down: it failed several times in a row and is only probed.',
  ['provider', 'id'],
  [],
);
