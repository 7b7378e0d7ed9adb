import type { z } from 'zod';
import { sessionReply } from '#shared/api/auth.ts';
import { messagesReply } from '#shared/api/messages.ts';
import { threadsReply } from '#shared/api/threads.ts';
import { admin } from './dashboard.ts';

export async function signInToApi(url: string) {
  const { token } = sessionReply.parse(await callApi(`${url}/api/auth/login`, { body: admin }));
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema) =>
    schema.parse(await callApi(url + path, { token }));
  return {
    get,
    put: (path: string, body: object) => callApi(url + path, { method: 'PUT', body, token }),
    /** Oldest message first. */
    async readThread(person: string) {
      const { threads } = await get('/api/threads', threadsReply);
      const found = threads.find((thread) => thread.person?.name === person);
      if (!found) throw new Error(`${person} has no conversation`);
      const reply = await get(`/api/threads/${found.id}/messages`, messagesReply);
      return { person: reply.thread.person, messages: reply.messages.toReversed() };
    },
  };
}

export async function callApi(
  url: string,
  { method = 'POST', body, token }: { method?: 'POST' | 'PUT'; body?: object; token?: string },
): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { method, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}
