import { and, eq, isNotNull } from 'drizzle-orm';
import { openDatabase } from '#server/db/client.ts';
import { messages, threads } from '#server/db/schema.ts';
import { transact } from '#server/db/transact.ts';
import { minuteMs } from '#shared/time.ts';

type NewMessage = typeof messages.$inferInsert;

const perInsert = 1_000;

/** Fixed, so that runs compare. */
const bodies = [
  'Adding numbers is fine',
  '👍',
  'Good, that is one idea: same-sized pieces. Cut both into sixths: 1/2 is 3/6, 1/3 is 2/6, so together 5/6.',
  'Could you show me one with fractions?',
  'First line\nSecond line\n\nAnd a third after a gap.',
  'This explains it well: https://example.com/a-rather-long-address/with/many/parts?and=a&query=too',
  'ok',
  'Take a sheet of paper and fold it in half, then fold that in three. Every small field is a sixth of the sheet. Colour three of them for the half, and two more for the third: five of six fields have a colour. '.repeat(
    3,
  ),
];

/** The product must be stopped. A message a minute, every tenth `Message {number}`. */
export async function storeLongThread(dataDir: string, count: number): Promise<string> {
  const open = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await transact(open.db, async (tx) => {
      const [thread] = await tx
        .select()
        .from(threads)
        .where(and(isNotNull(threads.userId), eq(threads.title, 'Fractions, patiently')));
      if (!thread) throw new Error('The sandbox has changed: this needs the thread it begins with');
      const { id: threadId } = thread;
      await tx
        .update(messages)
        .set({ createdAt: minutesAgo(count + 1) })
        .where(eq(messages.threadId, threadId));
      for (let start = 1; start <= count; start += perInsert) {
        const size = Math.min(perInsert, count - start + 1);
        const rows = Array.from({ length: size }, (_, index) => messageAt(start + index, count));
        await tx.insert(messages).values(rows.map((row) => ({ ...row, threadId })));
      }
      const messageCount = await tx.$count(messages, eq(messages.threadId, threadId));
      await tx
        .update(threads)
        .set({ lastMessage: `Message ${count}`, lastMessageAt: minutesAgo(1), messageCount })
        .where(eq(threads.id, threadId));
      return threadId;
    });
  } finally {
    await open.close();
  }
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * minuteMs);
}

function messageAt(number: number, count: number): Omit<NewMessage, 'threadId'> {
  const isInbound = number % 2 === 1;
  const body = bodies[number % bodies.length] as string;
  return {
    body: number % 10 === 0 ? `Message ${number}` : body,
    createdAt: minutesAgo(count - number + 1),
    ...(isInbound
      ? { direction: 'inbound', origin: 'gateway', answerState: 'answered' }
      : {
          direction: 'outbound',
          origin: 'ai',
          deliveryState: 'delivered',
          aiMeta: {
            provider: 'openai',
            processingTimeMs: 1_800,
            tokenUsage: { input: 180, output: 32 },
          },
        }),
  };
}
