import { vi } from 'vitest';
import { messages, threads } from '#server/db/schema.ts';
import { asAdmin, signIn } from './api-client.ts';
import { aConnectedUser, anExpert, aPhone } from './factories.ts';
import { startTestApp } from './runtime.ts';

export type MessageRow = typeof messages.$inferSelect;
export type NewMessage = Omit<typeof messages.$inferInsert, 'body'>;
type ThreadRow = typeof threads.$inferSelect;

/** In the week behind it New York puts its clocks back, so one of its days has 25 hours. */
export const now = new Date('2026-11-04T20:00:00Z');
export const timeZone = 'America/New_York';
export const week = ['10-29', '10-30', '10-31', '11-01', '11-02', '11-03', '11-04'].map(
  (day) => `2026-${day}`,
);

/**
 * Ada and Sol, and six threads with them, in this order: somebody who talks to both, with Ada; somebody
 * who talks to Ada alone; a phone that nobody has proved, with Ada; the same of Sol; the first one, with Sol.
 */
export async function startAnalyticsWorld() {
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
  const places: ThreadRow[] = [first];
  for (const { id: expertId } of [ada, sol]) {
    places.push((await aConnectedUser(test, expertId === ada.id ? ada : sol)).thread);
    places.push(await addThread({ expertId, handle: stranger }));
  }
  places.push(await addThread({ expertId: sol.id, handle, userId }));
  return {
    test,
    admin,
    ada,
    sol,
    place: (index: number) => places[index] as ThreadRow,
    placeOf: (row: MessageRow) => places.find(({ id }) => id === row.threadId) as ThreadRow,
    async add(...rows: NewMessage[]): Promise<MessageRow[]> {
      const values = rows.map((row) => ({ body: 'Hello', ...row }));
      return values.length === 0 ? [] : db.insert(messages).values(values).returning();
    },
    forgetMessages: () => db.delete(messages),
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
