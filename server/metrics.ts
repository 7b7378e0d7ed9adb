import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads. Counters live here, so that whoever counts needs to know nothing of HTTP. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

export const webhooksReceived = new Counter({
  name: 'sagewire_webhooks_received_total',
  help: 'Webhooks of gateways and Stripe: events by what became of them, and requests that were refused.',
  labelNames: ['channel', 'outcome'],
  registers,
});

export const picturesFailed = new Counter({
  name: 'sagewire_pictures_failed_total',
  help: 'Tries to load a picture from a gateway that came to nothing.',
  labelNames: ['channel'],
  registers,
});

export const jobsFailed = new Counter({
  name: 'sagewire_jobs_failed_total',
  help: 'Jobs that threw: they are tried again, or lie in the dead-letter queue.',
  labelNames: ['job'],
  registers,
});

export const connectCodes = new Counter({
  name: 'sagewire_connect_codes_total',
  help: 'CONNECT codes that came in: right, wrong, foreign (of another account) or blocked (too many wrong ones).',
  labelNames: ['outcome'],
  registers,
});

export const repliesSent = new Counter({
  name: 'sagewire_replies_sent_total',
  help: 'Texts handed to a gateway, or given up.',
  labelNames: ['outcome'],
  registers,
});

export const modelCalls = new Counter({
  name: 'sagewire_model_calls_total',
  help: 'Answers asked of AI providers, by what came back.',
  labelNames: ['provider', 'outcome'],
  registers,
});

export const fallbackReplies = new Counter({
  name: 'sagewire_fallback_replies_total',
  help: "Replies that an expert's second provider gave, by its vendor.",
  labelNames: ['provider'],
  registers,
});

export const providerDown = new Gauge({
  name: 'sagewire_provider_down',
  help: 'Whether an AI provider has failed so often that it is asked only now and then.',
  labelNames: ['provider', 'id'],
  registers,
});

export const modelDuration = new Histogram({
  name: 'sagewire_model_duration_seconds',
  help: 'How long AI providers took.',
  labelNames: ['provider'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
  registers,
});

/** Dashboard API only: webhooks are counted above, and their path stays free of hooks. */
export const httpDuration = new Histogram({
  name: 'sagewire_http_request_duration_seconds',
  help: 'How long requests to the dashboard API took.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
});
