import { answerCrisis, answerMessage, deliverReply } from '#server/pipeline/journey.ts';
import { replayDue } from '#server/pipeline/scheduled-replays.ts';
import type { Runtime } from '#server/runtime.ts';
import type { JobName } from './jobs.ts';
import type { JobHandler } from './worker-loop.ts';

/** A separate wakeup for the delivery would only delay it. */
export function createHandlers(runtime: Runtime): Record<JobName, JobHandler> {
  return {
    'meet-crisis': async (job) => {
      await answerCrisis(runtime, job);
      return null;
    },
    'answer-message': async (job, signal, freeSlot) => {
      const fenced = await answerMessage(runtime, job, signal, freeSlot);
      return (
        fenced && { job: 'deliver-reply', work: () => deliverReply(runtime, job, signal, fenced) }
      );
    },
    'replay-failures': async (job) => {
      await replayDue(runtime, job);
      return null;
    },
    'deliver-reply': async (job, signal) => {
      await deliverReply(runtime, job, signal);
      return null;
    },
  };
}
