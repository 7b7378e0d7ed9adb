import type { SandboxContext } from './context.ts';
import { createStandIn, findKeyError } from './openai/stand-in.ts';

/** The same API in an Azure resource, where a deployment's name stands for the model. */
export const createModel = (context: SandboxContext, delayMs: number) =>
  createStandIn(context, delayMs, ({ 'api-key': key }) => findKeyError(key?.toString()));
