import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from './test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const addresses = [
  'openai/v1/responses',
  'openai/v1/chat/completions',
  'openai/v1/embeddings',
  'openai/v1/moderations',
  'anthropic/v1/messages',
  'google/v1beta/models/gemini-2.5-flash:generateContent',
  'azure-openai/openai/v1/responses',
  'sms/2010-04-01/Accounts/AC1/Messages.json',
  'whatsapp/v24.0/1/messages',
  'amb/v1/message',
  'stripe/v1/customers',
];
const headers = {
  authorization: 'Bearer sk-test',
  'x-api-key': 'sk-test',
  'x-goog-api-key': 'sk-test',
  'anthropic-version': '2023-06-01',
  'content-type': 'application/json',
};

async function announce(address: string, bytes: number): Promise<string> {
  const url = new URL(`${product.url}/${address}`);
  const socket = connect(Number(url.port), url.hostname);
  const all = Object.entries({ host: url.host, ...headers, 'content-length': bytes });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n{`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return /^HTTP\/1.1 (\d+)/.exec(`${answer}`)?.[1] ?? '';
}

describe('a stand-in', () => {
  it.each(addresses)('calls a body that is too long for %s a mistake of the caller', async (to) => {
    expect(await announce(to, 30 * 1024 * 1024)).toMatch(/^4/);
  });

  it.each(addresses)('has no failure of its own for odd bodies to %s', async (to) => {
    for (const body of [
      ...['', '{', 'null', '7', '"x"', '[]', '[null]', '{}', '{"model":7}', '{"model":null}'],
      ...['{"model":"gpt-4.1","input":[null]}', '{"model":"gpt-4.1","messages":[null]}'],
      ...['{"model":"gpt-4.1","messages":[]}', '{"model":"gpt-4.1","input":{}}'],
      ...['{"contents":[null]}', '{"contents":[{"parts":[null]}]}', '{"contents":"x"}'],
      ...[
        '{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":[null]}]}',
        '%',
        '=&=',
      ],
    ]) {
      const { status } = await fetch(`${product.url}/${to}`, { method: 'POST', headers, body });
      expect([body, status < 500]).toEqual([body, true]);
    }
  });
});
