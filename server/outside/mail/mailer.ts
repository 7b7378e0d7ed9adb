import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { badGateway } from '#server/errors.ts';
import { mails } from '../metrics.ts';
import { isLoopbackHost } from '../network.ts';

export type MailSettings = { url: string; from: string };
type Mail = {
  /** Of one that may be sent twice, so that mailboxes can tell: the same each time. */
  id?: string;
  to: string;
  subject: string;
  text: string;
};

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

/** Our mails name no file or address to fetch. */
const safety = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Connects, encrypts and logs in as for a mail, and sends none.
 * @throws the driver's error, with a code.
 */
export async function verifyMailServer({ url }: MailSettings, timeoutMs: number): Promise<void> {
  const limits = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  const transport = createTransport({ url, requireTLS: needsTls(url), ...limits, ...safety });
  await transport.verify().finally(() => transport.close());
}

export function createMailer(settings: MailSettings | null, log: Logger): Mailer | null {
  if (!settings) return null;
  const { url, from } = settings;
  const transport = createTransport({ url, requireTLS: needsTls(url), ...timeouts, ...safety });
  return {
    async send({ id, ...mail }) {
      const messageId = id && `<${id}@${hostOf(from)}>`;
      try {
        await transport.sendMail({ from, ...mail, ...(messageId && { messageId }) });
        mails.inc({ outcome: 'sent' });
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        // The message may quote addresses.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'mail not sent');
        throw badGateway('The mail could not be sent. Please try again later.');
      }
    },
  };
}

/** Of `Sagewire <no-reply@example.com>`. */
function hostOf(from: string): string {
  return from.slice(from.lastIndexOf('@') + 1).replace(/>.*$/, '');
}
