import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import {
  experts,
  providers,
  type TestConversationRow,
  type TestMessageRow,
  testConversations,
  testMessages,
} from '#server/db/schema.ts';
import { notFound } from '#server/errors.ts';

export type NewTestMessage = Omit<typeof testMessages.$inferInsert, 'conversationId'>;
type Owner = { adminId: string; expertId: string };

const maxConversations = 20;
const maxMessages = 100;

const fallback = alias(providers, 'fallback');

/** Also a paused one. */
export async function getTestedExpert(db: Database, expertId: string) {
  const [row] = await db
    .select({ expert: experts, provider: providers, fallback })
    .from(experts)
    .innerJoin(providers, eq(providers.id, experts.providerId))
    .leftJoin(fallback, eq(fallback.id, experts.fallbackProviderId))
    .where(eq(experts.id, expertId));
  if (!row) throw notFound('Expert');
  return row;
}

const belongsTo = ({ adminId, expertId }: Owner) =>
  and(eq(testConversations.adminId, adminId), eq(testConversations.expertId, expertId));
const newestFirst = [desc(testConversations.lastMessageAt), desc(testConversations.id)];

/** Without an id, the newest. */
export async function findConversationFor(
  db: Database,
  owner: Owner,
  id?: string,
): Promise<TestConversationRow | null> {
  const [row] = await db
    .select()
    .from(testConversations)
    .where(and(belongsTo(owner), id ? eq(testConversations.id, id) : undefined))
    .orderBy(...newestFirst)
    .limit(1);
  return row ?? null;
}

export async function createConversation(
  tx: Database,
  conversation: Owner & { title: string; now: Date },
): Promise<TestConversationRow> {
  const { now, ...fields } = conversation;
  const [row] = await tx
    .insert(testConversations)
    .values({ ...fields, createdAt: now, lastMessageAt: now })
    .returning();
  return row as TestConversationRow;
}

export async function addTestMessages(
  tx: Database,
  conversationId: string,
  messages: [question: NewTestMessage, answer: NewTestMessage & { createdAt: Date }],
): Promise<[TestMessageRow, TestMessageRow]> {
  const rows = await tx
    .insert(testMessages)
    .values(messages.map((message) => ({ ...message, conversationId })))
    .returning();
  await tx
    .update(testConversations)
    .set({ lastMessageAt: messages[1].createdAt })
    .where(eq(testConversations.id, conversationId));
  return rows as [TestMessageRow, TestMessageRow];
}

/** Newest conversations first, oldest messages first. */
export async function listConversationsFor(db: Database, owner: Owner) {
  const conversations = await db
    .select({
      id: testConversations.id,
      title: testConversations.title,
      lastMessageAt: testConversations.lastMessageAt,
      messageCount: db.$count(testMessages, eq(testMessages.conversationId, testConversations.id)),
    })
    .from(testConversations)
    .where(belongsTo(owner))
    .orderBy(...newestFirst)
    .limit(maxConversations);
  const messages = await listLatestMessages(
    db,
    conversations.map(({ id }) => id),
  );
  return conversations.map((conversation) => ({
    ...conversation,
    messages: messages.filter(({ conversationId }) => conversationId === conversation.id),
  }));
}

async function listLatestMessages(db: Database, conversationIds: string[]) {
  const ranked = db
    .select({
      id: testMessages.id,
      rank: sql<number>`row_number() over (partition by ${testMessages.conversationId}
        order by ${testMessages.createdAt} desc, ${testMessages.id} desc)`.as('rank'),
    })
    .from(testMessages)
    .where(inArray(testMessages.conversationId, conversationIds))
    .as('ranked');
  const rows = await db
    .select({ message: testMessages })
    .from(testMessages)
    .innerJoin(ranked, and(eq(ranked.id, testMessages.id), lte(ranked.rank, maxMessages)))
    .orderBy(asc(testMessages.createdAt), asc(testMessages.id));
  return rows.map(({ message }) => message);
}
