import { asc, eq, sql } from 'drizzle-orm';
import type { InboundText } from '#sandbox/gateway.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import { rowsOf } from '#server/db/client.ts';
import { creditEntries, type experts, messages, threads } from '#server/db/schema.ts';
import type { TestApp } from './runtime.ts';

type Expert = typeof experts.$inferSelect;

/** What tests of the journey do and look at, for one app and the expert that people text unless told otherwise. */
export function texting(test: TestApp, expert: Expert) {
  const { runtime, sandbox } = test;
  const { db } = runtime;
  const twilio = channelFor(runtime.config, 'SMS')?.settings as TwilioAccount;
  const webhookUrl = (to: Expert) => `${runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;

  async function threadOf(phone: string) {
    const [thread] = await db
      .select()
      .from(threads)
      .where(eq(threads.handle, phone))
      .orderBy(asc(threads.createdAt));
    return thread as typeof threads.$inferSelect;
  }

  return {
    threadOf,
    async text(
      from: string,
      body: string,
      to = expert,
      more: Partial<InboundText> = {},
    ): Promise<void> {
      const place = { webhookUrl: webhookUrl(to), to: to.phoneNumber as string };
      await sandbox.deliver(to.channel, { ...place, from, body, ...more });
    },

    /** What has left for a phone, oldest first. */
    received: (phone: string) =>
      sandbox.outbox.filter((sent) => sent.to === phone).map((sent) => sent.body),

    async messagesOf(phone: string) {
      const { id } = await threadOf(phone);
      return db.select().from(messages).where(eq(messages.threadId, id)).orderBy(asc(messages.seq));
    },

    /** How many credits a person has spent, by the ledger. */
    async spends(userId: string): Promise<number> {
      const rows = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
      return rows.filter(({ kind }) => kind === 'spend').length;
    },

    /** As the queue's own monitor does when a process stops showing signs of life. */
    async loseLeases(): Promise<void> {
      await db.execute(
        sql`update pgboss.job set state = 'retry', retry_count = retry_count + 1, started_on = null,
              start_after = now() - interval '1 second' where state = 'active'`,
      );
    },

    /** Until somebody works on something. */
    async untilActive(): Promise<void> {
      for (;;) {
        const rows = await rowsOf(db, sql`select 1 from pgboss.job where state = 'active'`);
        if (rows.length > 0) return;
      }
    },

    /** A webhook as Twilio would send it, to be sent as often and as changed as a test likes. */
    webhookFor(from: string, body: string, change: Record<string, string> = {}) {
      const url = webhookUrl(expert);
      const fields = {
        MessageSid: `SM${from.slice(1).padStart(32, '0')}`,
        AccountSid: twilio.accountSid,
        From: from,
        To: expert.phoneNumber as string,
        Body: body,
        NumMedia: '0',
        ...change,
      };
      const signature = signTwilio(url, Object.entries(fields), twilio.authToken);
      return {
        async send(headers: Record<string, string> = {}) {
          const response = await fetch(url, {
            method: 'POST',
            headers: { 'x-twilio-signature': signature, ...headers },
            body: new URLSearchParams(fields),
          });
          return { status: response.status, body: await response.text() };
        },
      };
    },
  };
}

/** Long after every clock that a test moves. */
export const inAYear = () => new Date(Date.now() + 365 * 24 * 3_600_000);
