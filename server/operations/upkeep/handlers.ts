import type { JobName } from '#server/jobs/jobs.ts';
import type { JobHandler } from '#server/jobs/worker-loop.ts';
import { replayDue } from '#server/journey/doors/scheduled-replays.ts';
import { answerCrisis, answerMessage, deliverReply } from '#server/journey/journey.ts';
import { sendNotice } from '#server/people/owner/send-notice.ts';
import type { Runtime } from '#server/runtime.ts';

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
