import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer } from '#test/mail-server.ts';
import { createMailer } from './mailer.ts';

let mails: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.close());

/** The server speaks no TLS. */
async function send(host: string, query = ''): Promise<number> {
  const { port } = new URL(mails.settings.SMTP_URL);
  const settings = { url: `smtp://${host}:${port}/${query}`, from: mails.settings.MAIL_FROM };
  const before = mails.received.length;
  const mailer = createMailer(settings, pino({ level: 'silent' }));
  await mailer
    ?.send({ to: 'mia@example.com', subject: 'A code', text: '123456' })
    .catch(({ status }) => expect(status).toBe(502));
  return mails.received.length - before;
}

it('sends nothing in the clear, except on this machine or where the setting says so', async () => {
  // This machine, but no loopback address.
  expect(await send('0.0.0.0')).toBe(0);
  expect(await send('127.0.0.1')).toBe(1);
  expect(await send('0.0.0.0', '?requireTLS=false')).toBe(1);
});
