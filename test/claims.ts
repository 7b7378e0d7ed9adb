import { expect, vi } from 'vitest';
import { callAs, type Reply } from './api-client.ts';
import { aPhone } from './factories.ts';
import type { startMailServer } from './mail-server.ts';
import type { TestApp } from './runtime.ts';

type Mails = Awaited<ReturnType<typeof startMailServer>>;
type Texter = ReturnType<typeof import('./texter.ts').createTexter>;
export const ownersPassword = 'Quiet-Harbor-7';
export const strangersPassword = 'Other-Harbor-8';
export const newPassword = 'Third-Harbor-9';
const mailsPerHour = 3;
const patiently = { timeout: 60_000 };

let made = 0;
export const anEmail = () => `owner-${++made}-${Date.now()}@example.com`;
const codeOf = (text: string | undefined) => /code is (\d{6})/.exec(text ?? '')?.[1];

/** What people do who sign up with an email, or get back in by it. */
export function createClaims(test: TestApp, mails: Mails) {
  const anyone = callAs(test, null);
  const mailsWith = (email: string, subject: string) =>
    mails.to(email).filter(({ text }) => text.includes(`Subject: ${subject}`));

  async function waitForMail(email: string, subject: string, already: number): Promise<string> {
    const mail = await vi.waitFor(() => {
      const found = mailsWith(email, subject)[already];
      expect(found, `a mail to ${email}`).toBeDefined();
      return found;
    }, patiently);
    return codeOf(mail?.text) as string;
  }
  const signUps = new Map<string, number>();
  const signUpSubject = 'Confirm your email';
  const resetSubject = 'Your code for a new password';

  return {
    anyone,
    async signUp({ email = anEmail(), password = ownersPassword, phone = aPhone(), headers = {} }) {
      const fields = { email, password, phoneNumber: phone };
      const reply = await anyone('POST', '/api/auth/register', fields, headers);
      const nth = signUps.get(email) ?? 0;
      if (reply.status === 200) signUps.set(email, nth + 1);
      const isMailed = reply.status === 200 && nth < mailsPerHour;
      return {
        ...{ reply, email, phone, id: reply.body.user?.id as string },
        call: callAs(test, reply.body.token),
        code: isMailed ? await waitForMail(email, signUpSubject, nth) : undefined,
      };
    },
    logIn: (email: string, password: string, headers = {}): Promise<Reply> =>
      anyone('POST', '/api/auth/login', { email, password }, headers),
    countResetMails: (email: string) => mailsWith(email, resetSubject).length,
    async forget(email: string): Promise<void> {
      expect((await anyone('POST', '/api/auth/password/forgot', { email })).status).toBe(202);
    },
    readResetMail: (email: string, already = 0) => waitForMail(email, resetSubject, already),
    readResetText: ({ received }: Texter, phone: string) =>
      vi.waitFor(async () => {
        await test.runUntilIdle();
        const code = codeOf(received(phone).findLast((text) => codeOf(text)));
        expect(code, `a text to ${phone}`).toBeDefined();
        return code as string;
      }, patiently),
    reset: (email: string, code: string | undefined, to = newPassword): Promise<Reply> =>
      anyone('POST', '/api/auth/password/reset', { email, code, newPassword: to }),
  };
}
