import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { signTwilio } from '#server/channels/sms/signature.ts';
import { freePort } from '#test/free-port.ts';

export const account = { sid: `AC${'0'.repeat(32)}`, token: 'bench-token' };

export type Webhook = { path: string; headers: Record<string, string>; body: string };

/** Signed before the clock starts. */
export function createWebhook(
  publicUrl: string,
  { path, from, text }: { path: string; from: string; text: string },
): Webhook {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const fields: [string, string][] = [
    ['ToCountry', 'US'],
    ['SmsMessageSid', sid],
    ['NumMedia', '0'],
    ['SmsSid', sid],
    ['SmsStatus', 'received'],
    ['Body', text],
    ['FromCountry', 'US'],
    ['To', '+12025550100'],
    ['NumSegments', '1'],
    ['MessageSid', sid],
    ['AccountSid', account.sid],
    ['From', from],
    ['ApiVersion', '2010-04-01'],
  ];
  return {
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(publicUrl + path, fields, account.token),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

/** Times in ms. */
export async function postAll(url: string, webhooks: Webhook[], concurrency: number) {
  const pool = new Pool(url, { connections: concurrency });
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const postNext = async () => {
    for (let webhook = webhooks[next++]; webhook; webhook = webhooks[next++]) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...webhook });
      await body.dump();
      if (statusCode !== 200) throw new Error(`A webhook was answered with ${statusCode}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, postNext));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return { perSecond: webhooks.length / seconds, times };
}

/** Signed as Twilio signs it. */
export function createReport(
  publicUrl: string,
  { path, sid, state, errorCode }: { path: string; sid: string; state: string; errorCode?: string },
): Webhook {
  const fields: [string, string][] = [
    ['MessageSid', sid],
    ['MessageStatus', state],
    ['AccountSid', account.sid],
    ['From', '+12025550100'],
  ];
  if (errorCode) fields.push(['ErrorCode', errorCode]);
  return {
    path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(publicUrl + path, fields, account.token),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

const echo = 'You said: ';

export type Sent = { to: string; body: string; at: number; sid: string; callbackPath: string };

/** A model that answers after `modelMs`, and a gateway that accepts every text. */
export async function startVendors({ modelMs = 0 } = {}) {
  const sent: Sent[] = [];
  const modelCalls: number[] = [];
  let thinking = 0;
  let isModerationHung = false;
  let listener: (text: Sent) => void = () => {};
  const load: { at: number; thinking: number }[] = [];

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.url?.includes('/Messages.json')) {
      if (request.method === 'GET') return sendJson(response, 200, { messages: [] });
      const form = new URLSearchParams(body);
      const text = {
        to: form.get('To') ?? '',
        body: form.get('Body') ?? '',
        at: performance.now(),
        sid: `SM${randomBytes(16).toString('hex')}`,
        callbackPath: (form.get('StatusCallback') ?? '').replace(/^https?:\/\/[^/]+/, ''),
      };
      sent.push(text);
      listener(text);
      return sendJson(response, 201, { sid: text.sid, status: 'queued' });
    }
    if (isModeration(request)) {
      if (!isModerationHung) sendJson(response, 200, toModeration(body));
      return;
    }
    modelCalls.push(performance.now());
    thinking++;
    load.push({ at: performance.now(), thinking });
    setTimeout(() => {
      thinking--;
      load.push({ at: performance.now(), thinking });
      sendJson(response, 200, toModelResponse(readLastInput(body)));
    }, modelMs);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    modelCalls,
    load,
    hangModeration(isHung: boolean) {
      isModerationHung = isHung;
    },
    onSent(next: (text: Sent) => void) {
      listener = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function readLastInput(body: string): string {
  const { input } = JSON.parse(body) as { input: { content: { text: string }[] }[] };
  return input.at(-1)?.content[0]?.text ?? '';
}

/** A conversation's first reply begins with a disclosure. */
export function echoIn(reply: string): string {
  return reply.slice(reply.lastIndexOf(echo) + echo.length);
}

export function isModeration({ url }: IncomingMessage): boolean {
  return url?.endsWith('/moderations') ?? false;
}

/** Flags nothing. */
export function toModeration(body: string) {
  const { input } = JSON.parse(body) as { input: string[] };
  const categories = {
    'self-harm': false,
    'self-harm/intent': false,
    'self-harm/instructions': false,
  };
  return { results: input.map(() => ({ categories })) };
}

export function toModelResponse(text: string) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'bench',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: echo + text, annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 25,
    },
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
