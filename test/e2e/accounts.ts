import { type SessionReply, sessionReply } from '#shared/api/auth.ts';
import { callApi } from './api.ts';
import { admin } from './dashboard.ts';

export type Credentials = { email: string; password: string };
export type Account = { firstName: string; lastName: string; phoneNumber: string };

export async function signInByApi(url: string, body: Credentials): Promise<string> {
  return sessionReply.parse(await callApi(`${url}/api/auth/login`, { body })).token;
}

/** The email starts with the first name. */
export async function signUpByApi(
  url: string,
  account: Account,
): Promise<SessionReply & Credentials> {
  const { password } = admin;
  const email = `${account.firstName.toLowerCase()}@example.com`;
  const body = { ...account, email, password };
  const session = sessionReply.parse(await callApi(`${url}/api/auth/register`, { body }));
  return { ...session, email, password };
}
