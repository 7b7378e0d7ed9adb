import { Histogram } from 'prom-client';
import { modelFailures } from '#server/ai/model.ts';
import { sendFailures } from '#server/channels/send-error.ts';
import { count, readGauge, registers, secondsOfCall, zero } from '#server/outside/metrics.ts';
import { aiProviderKeys } from '#shared/ai-providers.ts';
import { channelKeys } from '#shared/channels.ts';

const modelFailureKinds = Object.keys(modelFailures);
const secondsToPerson = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90, 300, 900];

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

export const failures = count(
  'sagewire_failures_total',
  'Texts that finally failed: they were not answered, or a text to a phone was not sent. By the last reason.',
  { step: ['answer'], kind: [...modelFailureKinds, 'given_up', 'other'] },
  { step: ['send'], kind: Object.keys(sendFailures) },
);

export const modelTokens = count(
  'sagewire_model_tokens_total',
  'Tokens that AI providers bill: of prompts and of answers. What one costs is between you and the provider.',
  { provider: aiProviderKeys, kind: ['input', 'output'] },
);

export const picturesFailed = count(
  'sagewire_pictures_failed_total',
  'Failed attempts to load a picture from a gateway.',
  { channel: channelKeys },
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

/** A process without webhooks refuses none. */
export const overloaded = readGauge(
  'sagewire_overloaded',
  '1 while messages are refused with 503, because others have waited too long or the database is slow.',
  [],
  zero,
);
