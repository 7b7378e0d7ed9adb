import { createTransport } from 'nodemailer';

export type MailSettings = { url: string; from: string };
export type Mail = { to: string; subject: string; text: string };

export type Mailer = {
  /** Resolves once the mail server has taken it. */
  send(mail: Mail): Promise<void>;
  stop(): void;
};

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Null without SMTP_URL. */
export function createMailer(settings: MailSettings | null): Mailer | null {
  if (!settings) return null;
  const { url, from } = settings;
  // Messages are made of our own words, so nothing in them may name a file or an address to fetch.
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url, ...timeouts, ...safety });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
    stop: () => transport.close(),
  };
}
