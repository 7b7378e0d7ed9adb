import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { badGateway } from '#server/errors.ts';
import { isLoopbackHost } from '#server/network.ts';

export type MailSettings = { url: string; from: string };
export type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /**
   * Resolves once the mail server has taken it.
   * @throws {AppError} 502
   */
  send(mail: Mail): Promise<void>;
};

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Mails hold codes and links: without it, who strips STARTTLS on the way would read them. */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopbackHost(hostname) && searchParams.get('requireTLS') !== 'false';
}

/** Null without SMTP_URL. */
export function createMailer(settings: MailSettings | null, log: Logger): Mailer | null {
  if (!settings) return null;
  const { url, from } = settings;
  // Messages are made of our own words, so nothing in them may name a file or an address to fetch.
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, requireTLS: needsTls(url), ...timeouts, ...safety });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        // Without its text, which may repeat addresses.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'mail not sent');
        throw badGateway('The mail could not be sent. Please try again later.');
      }
    },
  };
}
