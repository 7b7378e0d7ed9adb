import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { aiProviderKeys } from '#shared/ai-providers.ts';
import type { SandboxExpert } from './context.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

export const account = {
  accountSid: `AC${'a'.repeat(32)}`,
  authToken: 'token-of-the-sandbox',
  answersKeywords: true,
  apiUrl: 'http://gateway.example/sandbox/sms',
};
export const merchant = { secretKey: 'sk_test_merchant', webhookSecret: 'whsec_of_the_sandbox' };
export const person = '+12025550143';
export const number = '+14155550100';
export const expert: SandboxExpert = {
  id: 'ada',
  displayName: 'Ada',
  channel: 'SMS',
  phoneNumber: number,
  handle: 'ada',
  phoneNumberId: null,
  imageUrl: null,
  tagline: null,
  isPaused: false,
};

/** Only a PNG header: the models read the size. */
export function pngOf(width: number, height: number): string {
  const head = Buffer.alloc(24);
  head.write('\x89PNG', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head.toString('base64');
}

type Received = {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  params: Record<string, string>;
};

export type TestProduct = {
  sandbox: Sandbox;
  /** `http://127.0.0.1:PORT/sandbox` */
  url: string;
  productUrl: string;
  received: Received[];
  /** The last one repeats. */
  answers: { status: number; type: string; body: string }[];
  close(): Promise<void>;
};

const emptyTwiml = { status: 200, type: 'text/xml', body: '<Response></Response>' };

/** Records every request. */
export async function startTestProduct(
  options: Partial<SandboxOptions> = {},
): Promise<TestProduct> {
  const received: Received[] = [];
  const answers = [emptyTwiml];
  const product = createServer(async (request, reply) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const params = Object.fromEntries(new URLSearchParams(body));
    received.push({ url: request.url ?? '', headers: request.headers, body, params });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? emptyTwiml;
    reply.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  const productUrl = await listen(product);
  const sandbox = await createSandbox({
    publicUrl: productUrl,
    channels: { SMS: account },
    ai: aiProviderKeys,
    stripe: merchant,
    listExperts: async () => [expert],
    delayMs: 0,
    ...options,
  });
  const app = Fastify({ forceCloseConnections: true });
  await app.register(sandbox.plugin, { prefix: '/sandbox' });
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/sandbox`;
  const close = async () => {
    await sandbox.close();
    product.closeAllConnections();
    product.close();
    await app.close();
  };
  return { sandbox, url, productUrl, received, answers, close };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
