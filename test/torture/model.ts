import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isModeration,
  readBody,
  readLastInput,
  sendJson,
  toModelResponse,
  toModeration,
} from '../../bench/vendors.ts';
import { drawFault, type Fault, type Random } from './random.ts';

type Trouble = 'error' | 'rate-limit' | 'reset' | 'broken-off' | 'hang';

const faults: Fault<Trouble>[] = [
  { kind: 'error', share: 0.06 },
  { kind: 'rate-limit', share: 0.05 },
  { kind: 'reset', share: 0.04 },
  { kind: 'broken-off', share: 0.02 },
  { kind: 'hang', share: 0.01 },
];

/** OpenAI's Responses API. */
export function createModel(random: Random) {
  let calls = 0;
  let failed = 0;
  let isWell = false;
  return {
    counts: () => ({ calls, failed }),
    recover(): void {
      isWell = true;
    },
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await readBody(request);
      const fault = drawFault(random, isWell ? [] : faults);
      calls++;
      if (fault) failed++;
      await sleep(random.between(20, 250));
      if (fault) return fail(fault, response);
      const answer = isModeration(request)
        ? toModeration(body)
        : toModelResponse(readLastInput(body));
      sendJson(response, 200, answer);
    },
  };
}

function fail(fault: Trouble, response: ServerResponse): void {
  const error = { message: 'Torture', type: 'server_error' };
  if (fault === 'error') {
    sendJson(response, 500, { error });
  } else if (fault === 'rate-limit') {
    response.setHeader('retry-after-ms', '700');
    sendJson(response, 429, { error });
  } else if (fault === 'reset') {
    response.destroy();
  } else if (fault === 'broken-off') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id": "resp_1", "object":', () => response.destroy());
  }
  // A call that hangs ends with the caller's time limit.
}
