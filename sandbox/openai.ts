import type { SandboxContext } from './context.ts';
import { createStandIn, findKeyError } from './openai/stand-in.ts';

/** OpenAI: the key comes as a bearer token. */
export const createModel = (context: SandboxContext, delayMs: number) =>
  createStandIn(context, delayMs, ({ authorization = '' }) =>
    findKeyError(/^Bearer\s+(\S+)$/i.exec(authorization)?.[1]),
  );
