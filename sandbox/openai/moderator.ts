import type { FastifyReply, FastifyRequest } from 'fastify';
import { readText } from '../body-parsers.ts';
import type { SandboxContext } from '../context.ts';
import { createAttemptCounter, readSwitches, waitUnlessAborted } from '../models/failures.ts';
import { dropConnection, refuse, watchHangup } from '../models/server.ts';
import { failWith } from './errors.ts';
import { moderate, parseModeration } from './moderations.ts';

/** Its own switches let it fail without the model. */
function readModerationSwitches(text: string) {
  const own = [...text.matchAll(/\[moderation (.*?)\]/gi)].map(([, said]) => `[${said}]`);
  return readSwitches(own.join(' '));
}

export function createModerator({ scheduler }: SandboxContext) {
  const attempts = createAttemptCounter();
  return async ({ body }: FastifyRequest, reply: FastifyReply) => {
    const call = parseModeration(readText(body));
    if ('status' in call) return refuse(reply, call);
    const text = call.texts.join('\n');
    const switches = readModerationSwitches(text);
    const hangup = watchHangup(reply, scheduler.signal);
    if (!(await waitUnlessAborted(switches.slowMs, hangup))) return dropConnection(reply);
    if (switches.fail && attempts.shouldFail(text, switches)) {
      return refuse(reply, failWith(switches.fail.status, call.model));
    }
    return moderate(call);
  };
}

export function describeModeration({ url, body }: FastifyRequest) {
  if (!url.endsWith('/moderations')) return null;
  const call = parseModeration(readText(body));
  const kind = 'moderation' as const;
  if ('status' in call) return { kind, title: 'Moderation', question: '' };
  return { kind, title: `Moderation: ${call.model}`, question: call.texts.at(-1) ?? '' };
}
