import type { z } from 'zod';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import { addPair } from '#server/experts/knowledge/add-source.ts';
import {
  closeQuestions,
  listAskers,
  listOpenQuestions,
  lockOpenQuestion,
} from '#server/experts/knowledge/evidence-store.ts';
import { toSource } from '#server/experts/knowledge/show-sources.ts';
import { getExpert } from '#server/experts/store.ts';
import { planLateAnswers, sendDueLateAnswers } from '#server/journey/doors/late-answer.ts';
import type { Runtime } from '#server/runtime.ts';
import type {
  answerUnansweredReply,
  answerUnansweredRequest,
  UnansweredReply,
} from '#shared/api/knowledge.ts';

const pageSize = 50;

/** @throws {AppError} 404 */
export async function listUnanswered(
  { db }: Runtime,
  expertId: string,
  before: Date | null,
): Promise<Omit<UnansweredReply, 'nextCursor'> & { next: Date | null }> {
  await getExpert(db, expertId);
  const found = await listOpenQuestions(db, expertId, { before, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  return {
    questions: page.map(({ outcome: reason, lastAskedAt, ...question }) => ({
      ...question,
      reason,
      lastAskedAt: lastAskedAt.toISOString(),
    })),
    next: found.length > pageSize ? (page.at(-1)?.lastAskedAt ?? null) : null,
  };
}

/**
 * The answer is known with the next turn, and the question leaves the list, in one transaction.
 * @throws {AppError} 404 for a question that is answered already, 409 for a pair that is there already.
 */
export async function answerQuestion(
  runtime: Runtime,
  { actorId, messageId }: { actorId: string; messageId: string },
  { question: written, answer, tell }: z.output<typeof answerUnansweredRequest>,
): Promise<z.infer<typeof answerUnansweredReply>> {
  const { expertId, source, told } = await transact(runtime.db, async (tx) => {
    const open = await lockOpenQuestion(tx, messageId);
    if (!open?.openKey) throw notFound('Unanswered question');
    const { expertId, openKey } = open;
    const question = written ?? open.question;
    const source = await addPair(runtime, tx, { actorId, expertId }, { question, answer });
    const askers = tell ? await listAskers(tx, { expertId, openKey }) : [];
    const { openingHours } = await getExpert(tx, expertId);
    const timeZone = openingHours?.timeZone ?? null;
    const told = await planLateAnswers(runtime, tx, { askers, answer, timeZone });
    await closeQuestions(tx, { expertId, openKey });
    return { expertId, source, told };
  });
  runtime.changes.publish({ type: 'expert', expertId });
  if (told > 0) await sendDueLateAnswers(runtime);
  return { source: toSource(source), told };
}
