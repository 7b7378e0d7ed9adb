import type { SandboxContext } from './context.ts';
import { createStandIn, openAi } from './openai/stand-in.ts';

export const createModel = (context: SandboxContext, delayMs: number) =>
  createStandIn(context, delayMs, openAi);
