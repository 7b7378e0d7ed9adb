import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { grantTrial } from '#server/billing/credits.ts';
import type { Database } from '#server/db/client.ts';
import {
  connections,
  type ExpertRow,
  experts,
  type ProviderRow,
  providers,
  type ThreadRow,
  threads,
  type UserRow,
  users,
} from '#server/db/schema.ts';
import { recordVersionsOf } from '#server/experts/versions-store.ts';
import type { TestApp } from './runtime.ts';

let made = 0;
const numbers = 7_000_000;
const firstNumber = randomInt(numbers);
/** A prime step visits each valid US number once. */
export function aPhone(): string {
  made++;
  return `+1202${2_000_000 + ((firstNumber + made * 7_919) % numbers)}`;
}

export async function aProvider(
  { runtime }: TestApp,
  change: Partial<typeof providers.$inferInsert> = {},
) {
  const id = uuidv7();
  const [row] = await runtime.db
    .insert(providers)
    .values({
      id,
      key: 'openai',
      displayName: 'Sandbox AI',
      config: { model: 'gpt-4.1' },
      apiKey: runtime.secrets.seal({ column: 'providers.api_key', row: id }, 'sk-sandbox-1234'),
      apiKeyLast4: '1234',
      ...change,
    })
    .returning();
  return row as ProviderRow;
}

export async function anExpert(test: TestApp, change: Partial<typeof experts.$inferInsert> = {}) {
  const providerId = change.providerId ?? (await aProvider(test)).id;
  const { db, clock } = test.runtime;
  const [added] = await db
    .insert(experts)
    .values({
      channel: 'SMS',
      handle: `ada-${++made}`,
      displayName: 'Ada',
      phoneNumber: aPhone(),
      systemPrompt:
        'You are Ada. You explain maths for school, money and work, one step at a time.',
      status: 'ACTIVE',
      ...change,
      providerId,
    })
    .returning({ id: experts.id });
  const { id } = added as { id: string };
  await recordVersionsOf(db, { expertId: id }, { authorId: null, now: clock.now() });
  const [row] = await db.select().from(experts).where(eq(experts.id, id));
  return row as ExpertRow;
}

/** With a trial and an unverified phone. */
export async function aUser({ runtime }: TestApp, change: Partial<typeof users.$inferInsert> = {}) {
  const phoneNumber = aPhone();
  const [row] = await runtime.db
    .insert(users)
    .values({
      email: `person-${++made}@example.com`,
      passwordHash: 'no login uses this',
      phoneNumber,
      ...change,
    })
    .returning();
  const user = row as UserRow;
  if (user.role === 'USER' && user.phoneNumber) {
    const { db, clock } = runtime;
    const claimant = { userId: user.id, email: user.email };
    await grantTrial(runtime, db, claimant, clock.now());
  }
  return getUser(runtime.db, user.id);
}

export async function getUser(db: Database, id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row as UserRow;
}

/** No disclosure is due, however far a test moves its clock. */
const saidForGood = new Date('2100-01-01');

/** By a verified phone, or by the given address. */
export async function aConnectedUser(
  test: TestApp,
  expert: ExpertRow,
  change: Partial<typeof users.$inferInsert> = {},
  address?: string,
  /** The last disclosure; null: a new conversation. */
  disclosedAt: Date | null = saidForGood,
) {
  const { db, clock } = test.runtime;
  const now = clock.now();
  const user = await aUser(test, { phoneVerifiedAt: now, phoneAttachedAt: now, ...change });
  const handle = address ?? (user.phoneNumber as string);
  await db.insert(connections).values({
    userId: user.id,
    expertId: expert.id,
    handle,
    state: 'active',
    activatedAt: now,
  });
  const [thread] = await db
    .insert(threads)
    .values({ expertId: expert.id, handle, userId: user.id, disclosedAt })
    .returning();
  return { user, phone: handle, thread: thread as ThreadRow };
}
