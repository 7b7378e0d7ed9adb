import type { SandboxContext } from './context.ts';
import type { ModelApiError } from './models/errors.ts';
import { findBearer } from './models/server.ts';
import { createStandIn, openAi, type StandIn } from './openai/stand-in.ts';

/** OpenAI's API with Azure's key and errors; a deployment's name replaces the model. */
const azure: StandIn = {
  ...openAi,
  moderates: false,
  catalog: null,
  findKeyError({ headers }) {
    const key = headers['api-key'] ?? findBearer(headers);
    if (key && key !== 'sk-invalid') return null;
    return createAzureError(
      401,
      '401',
      'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
    );
  },
  failWith(status, model) {
    if (status !== 404) return openAi.failWith(status, model);
    return createAzureError(
      404,
      'DeploymentNotFound',
      'The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.',
    );
  },
};

function createAzureError(status: number, code: string, message: string): ModelApiError {
  return { status, headers: {}, body: { error: { code, message } } };
}

export const createModel = (context: SandboxContext, delayMs: number) =>
  createStandIn(context, delayMs, azure);
