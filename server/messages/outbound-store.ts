import { eq, sql } from 'drizzle-orm';
import type { AnswerRoute } from '#server/channels/channel.ts';
import type { Database } from '#server/db/client.ts';
import { deliveries, messages, threads } from '#server/db/schema.ts';
import type { MessageOrigin } from '#shared/api/messages.ts';

/** Without parts, only the dashboard shows it. */
export async function storeOutbound(
  tx: Database,
  outbound: {
    threadId: string;
    origin: Extract<MessageOrigin, 'admin' | 'system'>;
    body: string;
    /** Of the team. */
    authorId?: string;
    parts: string[];
    unsentLength?: number | null;
    segments: number | null;
    now: Date;
    replyToId?: string | null;
    systemKind?: string;
    ignoresOptOut?: boolean;
    /** Of the AI disclosure that begins the body. */
    disclosureLength?: number | null;
    /** Of an erased conversation, which keeps nothing of the text. */
    route?: AnswerRoute;
  },
): Promise<string> {
  const { parts, now, route, ...message } = outbound;
  const [row] = await tx
    .insert(messages)
    .values({
      ...message,
      direction: 'outbound',
      createdAt: now,
      deliveryState: parts.length > 0 ? 'queued' : null,
    })
    .returning({ id: messages.id });
  const { id: messageId } = row as { id: string };
  if (parts.length > 0) {
    const { threadId } = outbound;
    await tx
      .insert(deliveries)
      .values(
        parts.map((body, part) => ({ messageId, threadId, part, body, route, createdAt: now })),
      );
  }
  if (route) return messageId;
  await tx
    .update(threads)
    .set({
      lastMessage: outbound.body,
      lastMessageAt: now,
      messageCount: sql`${threads.messageCount} + 1`,
      ...(outbound.disclosureLength != null && { disclosedAt: now }),
    })
    .where(eq(threads.id, outbound.threadId));
  return messageId;
}
