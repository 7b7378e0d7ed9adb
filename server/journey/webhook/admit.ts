import type { FastifyRequest } from 'fastify';
import type { WebhookRequest } from '#server/channels/channel.ts';
import { type ConfiguredChannel, findMaxWebhookBytes } from '#server/channels/index.ts';
import { AppError } from '#server/errors.ts';
import { limitBody } from '#server/http/limit-body.ts';
import type { Runtime } from '#server/runtime.ts';
import type { KnownExpert } from './expert-directory.ts';

export type Webhook = {
  via: ConfiguredChannel;
  /** Null at a shared address. */
  expert: KnownExpert | null;
};

const admitted = new WeakMap<FastifyRequest, Webhook>();

/** A route option: what can be refused without its body is refused before that is read. */
export function admitWebhooks(
  runtime: Runtime,
  findWebhook: (request: FastifyRequest) => Webhook | Promise<Webhook>,
) {
  return {
    async onRequest(request: FastifyRequest): Promise<void> {
      const webhook = await findWebhook(request);
      const { channel } = webhook.via;
      if (channel.signsNoBody || !request.headers[channel.signatureHeader]) {
        requireSignature(runtime, webhook, toWebhookRequest(runtime, request), request);
      }
      limitBody(request, findMaxWebhookBytes(channel.key));
      admitted.set(request, webhook);
    },
  };
}

export function getAdmitted(request: FastifyRequest): Webhook {
  const webhook = admitted.get(request);
  if (!webhook) throw new Error(`${request.url} takes a webhook that was not admitted`);
  return webhook;
}

export function toWebhookRequest({ config }: Runtime, request: FastifyRequest): WebhookRequest {
  return {
    url: config.publicUrl + request.url,
    headers: request.headers,
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** In words, because a field named `signature` is hidden in the log. */
const signatureProblems = {
  missing: 'signature missing',
  forged: 'signature wrong',
  foreign: 'signature foreign',
};

/** @throws {AppError} 401 or 403 */
export function requireSignature(
  { journal }: Runtime,
  { via: { channel, settings }, expert }: Webhook,
  webhook: WebhookRequest,
  request: FastifyRequest,
): void {
  const signature = channel.verify(webhook, settings);
  if (signature === 'valid') return;
  const facts = { channel: channel.key, expert: expert?.id, reqId: request.id };
  const problem = request.headers[channel.signatureHeader] ? signature : 'missing';
  const outcome = problem === 'missing' ? 'unsigned' : 'forged';
  journal.refused({ ...facts, outcome, reason: signatureProblems[problem] });
  if (signature === 'missing') throw new AppError(401, 'The request is not signed.');
  throw new AppError(
    403,
    signature === 'foreign'
      ? "This is about another account than ours. Check the account's id in the settings."
      : 'The signature does not match. Check PUBLIC_URL and the secret.',
  );
}
