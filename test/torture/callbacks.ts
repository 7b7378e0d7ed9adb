import { setTimeout as sleep } from 'node:timers/promises';
import { createReport } from '../../bench/vendors.ts';
import type { Accepted } from './gateway.ts';
import type { Random } from './random.ts';

/** Twilio's code for a phone that is off. */
const unreachable = '30003';
const answerLimitMs = 10_000;

/** Some are lost, repeated or out of order. */
export function createCallbacks(
  random: Random,
  { publicUrl, pickUrl }: { publicUrl: string; pickUrl: () => string },
) {
  let pending = 0;
  let undelivered = 0;
  let isStopped = false;

  async function report({ sid, callbackPath }: Accepted, state: string, delayMs: number) {
    pending++;
    await sleep(delayMs);
    const errorCode = state === 'undelivered' ? { errorCode: unreachable } : {};
    const { path, ...rest } = createReport(publicUrl, {
      ...{ path: callbackPath, sid, state },
      ...errorCode,
    });
    for (let isHeard = false; !isHeard && !isStopped; ) {
      const signal = AbortSignal.timeout(answerLimitMs);
      isHeard = await fetch(pickUrl() + path, { method: 'POST', ...rest, signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isHeard) await sleep(500);
    }
    pending--;
  }

  return {
    undelivered: () => undelivered,
    isIdle: () => pending === 0,
    stop(): void {
      isStopped = true;
    },
    follow(text: Accepted): void {
      const lastMs = random.between(0, 2_000);
      const last = random.happens(0.01) ? 'undelivered' : 'delivered';
      if (random.happens(0.95)) void report(text, 'sent', random.between(0, 400));
      // Always reported, so that the count is known.
      if (last === 'undelivered') undelivered++;
      else if (random.happens(0.05)) return;
      void report(text, last, lastMs);
      if (random.happens(0.03)) void report(text, last, lastMs + 300);
    },
  };
}
