import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: every vendor's requests, looked into by the test that knows them
type Body = any;
export type Call = { path: string; headers: IncomingMessage['headers']; body: Body };
export type Reaction = (call: Call, response: ServerResponse) => void;

export async function startVendorServer() {
  const calls: Call[] = [];
  let reaction: Reaction = (_call, response) => response.destroy();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    const { pathname } = new URL(request.url ?? '', 'http://vendor');
    const call = { path: pathname, headers: request.headers, body: body && JSON.parse(body) };
    calls.push(call);
    reaction(call, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    react(next: Reaction) {
      calls.length = 0;
      reaction = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function replyWith(
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Reaction {
  return (_call, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Chat Completions. */
export const completion = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'house',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
