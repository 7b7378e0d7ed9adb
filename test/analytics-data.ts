import { vi } from 'vitest';
import { type MessageRow, messages, type ThreadRow, threads } from '#server/db/schema.ts';
import { asAdmin, signIn } from './api-client.ts';
import { aConnectedUser, anExpert, aPhone } from './factories.ts';
import { startTestApp } from './runtime.ts';

export type NewMessage = Omit<typeof messages.$inferInsert, 'body'>;

/** New York's clocks go back in this week: one day has 25 hours. */
export const now = new Date('2026-11-04T20:00:00Z');
export const timeZone = 'America/New_York';
export const week = ['10-29', '10-30', '10-31', '11-01', '11-02', '11-03', '11-04'].map(
  (day) => `2026-${day}`,
);

/** Threads: persons 1, 2 and a stranger with Ada; person 3, the stranger and person 1 with Sol. */
export async function startAnalyticsTest() {
  const test = await startTestApp();
  vi.spyOn(test.runtime.clock, 'now').mockReturnValue(now);
  const { db } = test.runtime;
  const addThread = async (values: typeof threads.$inferInsert) => {
    const [row] = await db.insert(threads).values(values).returning();
    return row as ThreadRow;
  };
  const admin = await signIn(test, asAdmin);
  const [ada, sol] = [await anExpert(test), await anExpert(test, { displayName: 'Sol' })];
  const { thread: first } = await aConnectedUser(test, ada);
  const { userId, handle } = first;
  const stranger = aPhone();
  const allThreads: ThreadRow[] = [first];
  for (const { id: expertId } of [ada, sol]) {
    allThreads.push((await aConnectedUser(test, expertId === ada.id ? ada : sol)).thread);
    allThreads.push(await addThread({ expertId, handle: stranger }));
  }
  allThreads.push(await addThread({ expertId: sol.id, handle, userId }));
  return {
    test,
    admin,
    ada,
    sol,
    threadAt: (index: number) => allThreads[index] as ThreadRow,
    threadOf: (row: MessageRow) => allThreads.find(({ id }) => id === row.threadId) as ThreadRow,
    async add(...rows: NewMessage[]): Promise<MessageRow[]> {
      const values = rows.map((row) => ({ body: 'Hello', ...row }));
      return values.length === 0 ? [] : db.insert(messages).values(values).returning();
    },
    deleteMessages: () => db.delete(messages),
  };
}

export const messageIn = (thread: ThreadRow, createdAt: Date) =>
  ({
    threadId: thread.id,
    direction: 'inbound',
    origin: 'gateway',
    answerState: 'answered',
    createdAt,
  }) satisfies NewMessage;

export const messageOut = (thread: ThreadRow, createdAt: Date) =>
  ({ threadId: thread.id, direction: 'outbound', origin: 'ai', createdAt }) satisfies NewMessage;

export const verdict = (isAllowed: boolean, input: number | null) => ({
  isAllowed,
  reason: 'because',
  processingTimeMs: 5,
  tokenUsage: { input, output: 1 },
});
