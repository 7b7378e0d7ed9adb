import { eq, sql } from 'drizzle-orm';
import { expertAddress } from '#server/db/addresses.ts';
import { openDatabase } from '#server/db/client.ts';
import { deliveries, experts, messages, optOuts, threads, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { dayMs, minuteMs } from '#shared/time.ts';

type NewMessage = typeof messages.$inferInsert;
type NewThread = Partial<typeof threads.$inferInsert>;

const before = (ms: number) => new Date(Date.now() - ms);

/** From a year ago. */
export const oldText = 'The lighthouse keeper paid me in seashells, how much is that in pounds?';

function wroteAt(number: number): Date {
  return before(number * minuteMs);
}

const asked = { handler: 'human', handedBecause: 'asked' } as const;
/** 5 want a human; 3 failed within a week, one of them out of reach; one failed before. */
const states: Record<number, NewThread> = Object.fromEntries(
  [11, 17, 23, 29, 35].map((index) => [
    index,
    { humanWantedAt: wroteAt(index), handedAt: wroteAt(index), ...asked },
  ]),
);
const failedDaysAgo: Record<number, number> = { 14: 1, 20: 3, 26: 5, 32: 40 };
const unreachable = 26;
const askedAYearAgo = 41;

/** The product must be stopped. */
export async function storeShift(dataDir: string): Promise<void> {
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    await transact(open.db, async (tx) => {
      const [ada] = await tx
        .select({ id: experts.id, address: sql<string>`${expertAddress}` })
        .from(experts)
        .where(eq(experts.displayName, 'Ada'));
      if (!ada) throw new Error('The sandbox has changed: this needs its Ada');
      // The sandbox's own failures would count, too.
      await tx.update(messages).set({ dismissedAt: before(0) });
      const people = await tx.insert(users).values(everyone.map(toPerson)).returning();
      const talks = await tx
        .insert(threads)
        .values(people.map(({ id }, index) => toThread(index + 1, ada.id, id)))
        .returning();
      const rows = talks.flatMap(({ id }, index) => toMessages(index + 1, id));
      const stored = await tx.insert(messages).values(rows).returning();
      const failed = stored.filter(({ deliveryState }) => deliveryState === 'failed');
      await tx.insert(deliveries).values(
        failed.map(({ id: messageId, threadId, body }) => {
          return { messageId, threadId, part: 1, body, state: 'failed' as const };
        }),
      );
      const handle = phoneOf(unreachable);
      await tx.insert(optOuts).values({ channel: 'SMS', address: ada.address, handle });
    });
  } finally {
    await open.close();
  }
}

const everyone = Array.from({ length: 50 }, (_, index) => index + 1);
const phoneOf = (number: number) => `+1202555${String(4_000 + number)}`;

function toPerson(number: number): typeof users.$inferInsert {
  return {
    email: `person-${number}@example.com`,
    passwordHash: 'no login uses this',
    firstName: 'Person',
    lastName: String(number),
    phoneNumber: phoneOf(number),
    phoneVerifiedAt: before(dayMs),
    phoneAttachedAt: before(dayMs),
  };
}

function toThread(number: number, expertId: string, userId: string): typeof threads.$inferInsert {
  return {
    expertId,
    userId,
    handle: phoneOf(number),
    title: `Question ${number}`,
    lastMessage: `What is ${number} x 8?`,
    lastMessageAt: wroteAt(number),
    messageCount: 1,
    ...states[number],
  };
}

function toMessages(number: number, threadId: string): NewMessage[] {
  const asks = { threadId, direction: 'inbound', origin: 'gateway' } as const;
  const body = `What is ${number} x 8?`;
  const rows: NewMessage[] = [
    { ...asks, body, answerState: 'answered', createdAt: wroteAt(number) },
  ];
  const days = failedDaysAgo[number];
  if (days !== undefined) {
    const failed = { threadId, direction: 'outbound', origin: 'ai' } as const;
    const createdAt = before(days * dayMs);
    rows.push({ ...failed, body: 'It is lost.', deliveryState: 'failed', createdAt });
  }
  if (number === askedAYearAgo) {
    const createdAt = before(365 * dayMs);
    rows.unshift({ ...asks, body: oldText, answerState: 'answered', createdAt });
  }
  return rows;
}
