import { asc, desc, eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { InboundText } from '#sandbox/gateway.ts';
import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import {
  creditEntries,
  type ExpertRow,
  messages,
  type ThreadRow,
  threads,
} from '#server/db/schema.ts';
import { dayMs } from '#shared/time.ts';
import type { TestApp } from './runtime.ts';

type Expert = ExpertRow;

export function createTexter(test: TestApp, expert: Expert) {
  const { runtime, sandbox } = test;
  const { db } = runtime;
  const twilio = channelFor(runtime.config, 'SMS')?.settings as TwilioAccount;
  const webhookUrl = (to: Expert) => `${runtime.config.publicUrl}/api/webhooks/experts/${to.id}`;

  /** The current thread, else the newest. */
  async function threadOf(phone: string) {
    const [thread] = await db
      .select()
      .from(threads)
      .where(eq(threads.handle, phone))
      .orderBy(desc(threads.isCurrent), desc(threads.id));
    return thread as ThreadRow;
  }

  /** Oldest first. */
  const received = (phone: string) =>
    sandbox.outbox.filter((sent) => sent.to === phone).map((sent) => sent.body);

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

    received,

    /** Sent after the answer. */
    receiveCode: (phone: string): Promise<string> =>
      vi.waitFor(
        async () => {
          await test.runUntilIdle();
          const code = /code is (\d{6})/.exec(received(phone).join())?.[1];
          expect(code).toBeDefined();
          return code as string;
        },
        { timeout: 60_000 },
      ),

    async messagesOf(phone: string) {
      const { id } = await threadOf(phone);
      return db.select().from(messages).where(eq(messages.threadId, id)).orderBy(asc(messages.seq));
    },

    /** According to the ledger. */
    async spends(userId: string): Promise<number> {
      const rows = await db.select().from(creditEntries).where(eq(creditEntries.userId, userId));
      return rows.filter(({ kind }) => kind === 'spend').length;
    },

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
          const retryAfter = response.headers.get('retry-after');
          return { status: response.status, body: await response.text(), retryAfter };
        },
      };
    },
  };
}

/** That the phone sends back to move to another account, or to delete everything. */
export function numberIn(texts: string[]): string {
  return /\breply (?:FORGET )?(\d{4} \d{4}) within/i.exec(texts.at(-1) ?? '')?.[1] ?? '';
}

/** That takes the phone back from an account that has connected it. */
export function leaveNumberIn(told: string): string {
  return /\bReply NO (\d{4} \d{4})\./.exec(told)?.[1] ?? '';
}

/** Later than any test's clock. */
export const inOneYear = () => new Date(Date.now() + 365 * dayMs);
