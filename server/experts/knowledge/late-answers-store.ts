import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { evidence, messages } from '#server/db/schema.ts';

/** Of the message that asked. */
export async function setLateAnswer(
  tx: Database,
  messageId: string,
  { answer, at }: { answer: string; at: Date },
): Promise<void> {
  await tx
    .update(evidence)
    .set({ lateAnswer: answer, lateAnswerAt: at })
    .where(eq(evidence.messageId, messageId));
}

export async function listDueLateAnswers(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ messageId: string; threadId: string }[]> {
  return db
    .select({ messageId: evidence.messageId, threadId: messages.threadId })
    .from(evidence)
    .innerJoin(messages, eq(messages.id, evidence.messageId))
    .where(lte(evidence.lateAnswerAt, now))
    .orderBy(evidence.lateAnswerAt)
    .limit(limit);
}

/** Once: the next call finds none. The caller has locked the thread. */
export async function takeLateAnswer(
  tx: Database,
  messageId: string,
  now: Date,
): Promise<{ question: string; answer: string } | null> {
  const [due] = await tx
    .select({ answer: evidence.lateAnswer, question: messages.body })
    .from(evidence)
    .innerJoin(messages, eq(messages.id, evidence.messageId))
    .where(and(eq(evidence.messageId, messageId), lte(evidence.lateAnswerAt, now)));
  if (!due?.answer) return null;
  await tx
    .update(evidence)
    .set({ lateAnswer: null, lateAnswerAt: null })
    .where(eq(evidence.messageId, messageId));
  return { question: due.question, answer: due.answer };
}
