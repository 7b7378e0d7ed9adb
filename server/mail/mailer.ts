import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { badGateway } from '#server/errors.ts';
import { isLoopbackHost } from '#server/network.ts';

export type MailSettings = { url: string; from: string };
type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /**
   * Resolves once the server has accepted the mail.
   * @throws {AppError} 502
   */
  send(mail: Mail): Promise<void>;
};

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Mails contain codes and links: an attacker who strips STARTTLS must not get them. */
function needsTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopbackHost(hostname) && searchParams.get('requireTLS') !== 'false';
}

export function createMailer(settings: MailSettings | null, log: Logger): Mailer | null {
  if (!settings) return null;
  const { url, from } = settings;
  // Our mails name no file or address to fetch.
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, requireTLS: needsTls(url), ...timeouts, ...safety });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        // The message may quote addresses.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'mail not sent');
        throw badGateway('The mail could not be sent. Please try again later.');
      }
    },
  };
}
