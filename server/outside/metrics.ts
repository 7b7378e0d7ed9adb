import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { modelFailures } from '#server/ai/model.ts';
import { stripeEventTypes } from '#server/billing/stripe-event-types.ts';
import { sendFailures } from '#server/channels/send-error.ts';
import { jobNames } from '#server/jobs/jobs.ts';
import { aiProviderKeys } from '#shared/ai-providers.ts';
import { channelKeys } from '#shared/channels.ts';
import { version } from './version.ts';

/** Separate, so that counting code need not know HTTP. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];
const modelFailureKinds = Object.keys(modelFailures);

new Gauge({
  name: 'sagewire_build_info',
  help: 'Always 1; its labels say what runs here.',
  labelNames: ['version', 'node'],
  registers,
}).set({ version, node: process.versions.node }, 1);

export const clockAhead = new Gauge({
  name: 'sagewire_clock_ahead_seconds',
  help: "How far this machine's clock is ahead of the database's, which is used.",
  registers,
});

/** Every series exists from the start: without a zero before it, a rate misses the first event. */
function count<Name extends string>(
  name: string,
  help: string,
  ...groups: Record<Name, readonly string[]>[]
): Counter<Name> {
  const labelNames = Object.keys(groups[0] ?? {}) as Name[]; // keys widens them
  const counter = new Counter({ name, help, labelNames, registers });
  for (const group of groups) {
    let series: Partial<Record<Name, string>>[] = [{}];
    for (const label of labelNames) {
      series = series.flatMap((one) => group[label].map((value) => ({ ...one, [label]: value })));
    }
    for (const labels of series) counter.inc(labels, 0);
  }
  return counter;
}

const secondsToPerson = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90, 300, 900];
const secondsOfCall = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export const webhooksReceived = count(
  'sagewire_webhooks_received_total',
  'Webhooks of gateways and Stripe: events by outcome, and items and requests that were refused.',
  {
    channel: channelKeys,
    outcome: [
      ...['new', 'repeated', 'edited', 'revoked', 'notice', 'status', 'closed', 'unknown', 'group'],
      ...['ignored', 'unreadable', 'refused', 'failed', 'forged', 'unsigned', 'malformed'],
    ],
  },
  {
    channel: ['STRIPE'],
    outcome: ['new', 'repeated', 'ignored', 'failed', 'forged', 'unsigned', 'malformed'],
  },
);

export const webhooksNotFound = count(
  'sagewire_webhooks_not_found_total',
  'Webhooks answered with 404: of an unknown expert, of a gateway that is not set up, or at no address of ours.',
  { reason: ['expert', 'gateway', 'address'] },
);

/** Without labels, because every webhook is measured. */
export const ackDuration = new Histogram({
  name: 'sagewire_ack_duration_seconds',
  help: "Time from a gateway's webhook to its acknowledgement, when the text is stored.",
  buckets: secondsOfCall,
  registers,
});

export const timeToAnswer = new Histogram({
  name: 'sagewire_time_to_answer_seconds',
  help: "Time from storing a text to storing the model's reply.",
  buckets: secondsToPerson,
  registers,
});

export const timeToSend = new Histogram({
  name: 'sagewire_time_to_send_seconds',
  help: "Time from storing a text to the gateway's acceptance of its answer's first part.",
  buckets: secondsToPerson,
  registers,
});

export const retries = count(
  'sagewire_retries_total',
  'Failed attempts that will be repeated: to answer a text, to send one, or of a whole job.',
  { step: ['answer', 'send', 'job'] },
);

export const failures = count(
  'sagewire_failures_total',
  'Texts that finally failed: they were not answered, or a text to a phone was not sent. By the last reason.',
  { step: ['answer'], kind: [...modelFailureKinds, 'given_up', 'other'] },
  { step: ['send'], kind: Object.keys(sendFailures) },
);

export const databaseErrors = count(
  'sagewire_database_errors_total',
  'Errors of the database by kind; not those that say that a value is taken or wrong.',
  { kind: ['connection', 'timeout', 'lock', 'resources', 'other'] },
);

export const poolWait = new Histogram({
  name: 'sagewire_database_pool_wait_seconds',
  help: 'Time that work waited for a connection, because all were in use. What found a free one is not counted.',
  buckets: secondsOfCall,
  registers,
});

export const mails = count(
  'sagewire_mails_total',
  'Mails that the mail server accepted, and mails that it did not.',
  { outcome: ['sent', 'failed'] },
);

export const stripeEvents = count(
  'sagewire_stripe_events_total',
  'Signed events of Stripe, by type and by what became of them.',
  { type: [...stripeEventTypes, 'other'], outcome: ['new', 'repeated', 'ignored', 'failed'] },
);

export const bucketErrors = count(
  'sagewire_bucket_errors_total',
  'Calls of the bucket of FILES_URL that failed after all attempts.',
);

export const modelTokens = count(
  'sagewire_model_tokens_total',
  'Tokens that AI providers bill: of prompts and of answers. What one costs is between you and the provider.',
  { provider: aiProviderKeys, kind: ['input', 'output'] },
);

export const connectionsDropped = count(
  'sagewire_database_connections_dropped_total',
  'Connections to the database that died without a word and were replaced.',
);

export const picturesFailed = count(
  'sagewire_pictures_failed_total',
  'Failed attempts to load a picture from a gateway.',
  { channel: channelKeys },
);

export const jobsFailed = count(
  'sagewire_jobs_failed_total',
  'Jobs that threw. They are retried.',
  { job: jobNames },
);

export const connectCodes = count(
  'sagewire_connect_codes_total',
  'CONNECT codes received: right, wrong, foreign (of another account) or blocked (too many wrong ones).',
  { outcome: ['right', 'wrong', 'foreign', 'blocked'] },
);

export const repliesSent = count(
  'sagewire_replies_sent_total',
  'Texts that a gateway accepted, and texts that failed for good.',
  { outcome: ['sent', 'failed'] },
);

export const modelCalls = count(
  'sagewire_model_calls_total',
  'Calls of AI providers, by outcome.',
  { provider: aiProviderKeys, outcome: ['answered', 'aborted', ...modelFailureKinds] },
);

export const moderationCalls = count(
  'sagewire_moderation_calls_total',
  "Calls of a vendor's moderation, by outcome: clear, hit or failed.",
  { outcome: ['clear', 'hit', 'failed'] },
);

export const fallbackReplies = count(
  'sagewire_fallback_replies_total',
  "Replies by an expert's fallback provider, by its vendor.",
  { provider: aiProviderKeys },
);

export const modelDuration = new Histogram({
  name: 'sagewire_model_duration_seconds',
  help: 'Duration of calls of AI providers.',
  labelNames: ['provider'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
  registers,
});
for (const provider of aiProviderKeys) modelDuration.zero({ provider });

/** Dashboard requests only: webhooks are counted above, without a hook on their hot path. */
export const httpDuration = new Histogram({
  name: 'sagewire_http_request_duration_seconds',
  help: 'Duration of requests to the dashboard API.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  registers,
});
