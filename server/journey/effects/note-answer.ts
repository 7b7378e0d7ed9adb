import { eq, sql } from 'drizzle-orm';
import { messages } from '#server/db/schema.ts';
import { answeredBefore } from '../load/answered-before.ts';
import type { EffectOf, EffectStep } from './effect.ts';

export async function noteAnswer(
  { tx, now, claim }: EffectStep,
  { gatewayMessageId }: EffectOf<'note-answer'>,
): Promise<void> {
  const at = now.toISOString();
  const found = { at, kind: answeredBefore, detail: 'By the gateway', gatewayMessageId };
  await tx
    .update(messages)
    .set({ failures: sql`${messages.failures} || ${JSON.stringify([found])}::jsonb` })
    .where(eq(messages.id, claim.message.id));
}
