import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { version } from './version.ts';

/** Separate, so that counting code need not know HTTP. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

new Gauge({
  name: 'sagewire_build_info',
  help: 'Always 1; its labels say what runs here.',
  labelNames: ['version', 'node'],
  registers,
}).set({ version, node: process.versions.node }, 1);

export const webhooksReceived = new Counter({
  name: 'sagewire_webhooks_received_total',
  help: 'Webhooks of gateways and Stripe: events by outcome, and items and requests that were refused.',
  labelNames: ['channel', 'outcome'],
  registers,
});

const overloadName = 'sagewire_overloaded';
/** Asked for each scrape, because no message may come for hours. A process without webhooks refuses none. */
export function exposeOverload(isOverloaded: () => Promise<boolean>): void {
  registry.removeSingleMetric(overloadName);
  new Gauge({
    name: overloadName,
    help: '1 while messages are refused with 503, because others have waited too long or the database is slow.',
    registers,
    async collect() {
      this.set(Number(await isOverloaded()));
    },
  });
}

export const clockAhead = new Gauge({
  name: 'sagewire_clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's, which is used.",
  registers,
});

export const connectionsDropped = new Counter({
  name: 'sagewire_database_connections_dropped_total',
  help: 'Connections to the database that died without a word and were replaced.',
  registers,
});

export const picturesFailed = new Counter({
  name: 'sagewire_pictures_failed_total',
  help: 'Failed attempts to load a picture from a gateway.',
  labelNames: ['channel'],
  registers,
});

export const jobsFailed = new Counter({
  name: 'sagewire_jobs_failed_total',
  help: 'Jobs that threw. They are retried.',
  labelNames: ['job'],
  registers,
});

export const connectCodes = new Counter({
  name: 'sagewire_connect_codes_total',
  help: 'CONNECT codes received: right, wrong, foreign (of another account) or blocked (too many wrong ones).',
  labelNames: ['outcome'],
  registers,
});

export const repliesSent = new Counter({
  name: 'sagewire_replies_sent_total',
  help: 'Texts that a gateway accepted, and texts that failed for good.',
  labelNames: ['outcome'],
  registers,
});

export const modelCalls = new Counter({
  name: 'sagewire_model_calls_total',
  help: 'Calls of AI providers, by outcome.',
  labelNames: ['provider', 'outcome'],
  registers,
});

export const moderationCalls = new Counter({
  name: 'sagewire_moderation_calls_total',
  help: "Calls of a vendor's moderation, by outcome: clear, hit or failed.",
  labelNames: ['outcome'],
  registers,
});

export const fallbackReplies = new Counter({
  name: 'sagewire_fallback_replies_total',
  help: "Replies by an expert's fallback provider, by its vendor.",
  labelNames: ['provider'],
  registers,
});

export const providerDown = new Gauge({
  name: 'sagewire_provider_down',
  help: '1 while an AI provider is down: it failed several times in a row and is only probed.',
  labelNames: ['provider', 'id'],
  registers,
});

export const modelDuration = new Histogram({
  name: 'sagewire_model_duration_seconds',
  help: 'Duration of calls of AI providers.',
  labelNames: ['provider'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
  registers,
});

/** Dashboard requests only: webhooks are counted above, without a hook on their hot path. */
export const httpDuration = new Histogram({
  name: 'sagewire_http_request_duration_seconds',
  help: 'Duration of requests to the dashboard API.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
});
