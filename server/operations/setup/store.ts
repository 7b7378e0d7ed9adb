import { isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { messages } from '#server/db/schema.ts';

/** Whether a gateway has ever said that it answered a keyword itself. */
export async function hasGatewayAnswer(db: Database): Promise<boolean> {
  const [answered] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(isNotNull(messages.keywordAnswered))
    .limit(1);
  return answered !== undefined;
}
