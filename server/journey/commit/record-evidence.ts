import type { Database } from '#server/db/client.ts';
import type { StoredEvidence } from '#server/db/schema.ts';
import { storeEvidence } from '#server/experts/knowledge/evidence-store.ts';
import { toQuestionKey } from '#server/experts/knowledge/question-key.ts';
import type { ClaimedMessage } from '#server/messages/claims-store.ts';
import { isUnanswered } from '../answer/unfounded.ts';

/** With the answer, or with the text that there is none: such a question stays open for the team. */
export async function recordEvidence(
  tx: Database,
  { claim, evidence, now }: { claim: ClaimedMessage; evidence: StoredEvidence; now: Date },
): Promise<void> {
  const { message, earlier, expert } = claim;
  const question = [...earlier, message].map(({ body }) => body).join('\n');
  const openKey = isUnanswered(evidence) ? toQuestionKey(question) : null;
  await storeEvidence(tx, { messageId: message.id, expertId: expert.id, openKey, now }, evidence);
}
