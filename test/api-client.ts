import { createToken } from '#server/access/tokens-store.ts';
import { aUser } from './factories.ts';
import type { TestApp } from './runtime.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Reply = {
  status: number; // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
  text: string;
  headers: Record<string, unknown>;
};

export function callAs({ app }: TestApp, token: string | null) {
  return async (
    method: Method,
    url: string,
    payload?: object,
    others: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ): Promise<Reply> => {
    const headers = { ...others, ...(token && { authorization: `Bearer ${token}` }) };
    const {
      statusCode,
      body,
      headers: received,
    } = await app.inject({
      method,
      url,
      headers,
      remoteAddress,
      ...(payload && { payload }),
    });
    const isJson = String(received['content-type']).includes('json');
    return {
      status: statusCode,
      body: isJson ? JSON.parse(body) : null,
      text: body,
      headers: received,
    };
  };
}

export async function signIn(test: TestApp, change: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(test, change);
  const token = await createToken(test.runtime.db, user.id, test.runtime.clock.now());
  return { user, token, call: callAs(test, token) };
}

export const asAdmin = { role: 'ADMIN', phoneNumber: null } as const;
