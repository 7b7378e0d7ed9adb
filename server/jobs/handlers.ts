import { sendNotice } from '#server/auth/send-notice.ts';
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
    'answer-message': async (job, signal, steps) => {
      const onAnswer = () => {
        steps?.freeSlot();
        steps?.moveOn();
      };
      const fenced = await answerMessage(runtime, job, signal, onAnswer);
      return (
        fenced && {
          job: 'deliver-reply',
          work: (sending, { moveOn }) => deliverReply(runtime, job, sending, { fenced, moveOn }),
        }
      );
    },
    'replay-failures': async (job) => {
      await replayDue(runtime, job);
      return null;
    },
    'tell-owner': async (job) => {
      await sendNotice(runtime, job);
      return null;
    },
    'deliver-reply': async (job, signal, steps) => {
      await deliverReply(runtime, job, signal, steps);
      return null;
    },
  };
}
