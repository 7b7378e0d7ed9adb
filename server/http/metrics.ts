import { Histogram } from 'prom-client';
import { registers } from '#server/outside/metrics.ts';

/** Dashboard requests only: webhooks are counted above, without a hook on their hot path. */
export const httpDuration = new Histogram({
  name: 'sagewire_http_request_duration_seconds',
  help: 'Duration of requests to the dashboard API.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
});
