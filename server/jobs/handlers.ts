import { answerMessage, deliverReply } from '#server/pipeline/journey.ts';
import type { Runtime } from '#server/runtime.ts';
import type { JobName } from './jobs.ts';
import type { JobHandler } from './worker.ts';

export function createHandlers(runtime: Runtime): Record<JobName, JobHandler> {
  return {
    'answer-message': (job, signal) => answerMessage(runtime, job, signal),
    'deliver-reply': (job, signal) => deliverReply(runtime, job, signal),
  };
}
