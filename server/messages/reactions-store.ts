import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { deliveries, messages } from '#server/db/schema.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Reaction } from '#shared/reactions.ts';

/** Phones quote what is still on their screen. */
const maxRecent = 100;
/** Of a quotation, and of the texts that it may be of: a stranger may send many of either. */
const maxQuoteLength = 400;
const maxReadLength = 1_000;
/** A shorter start would fit many texts. */
const minStartLength = 4;

type Stored = { id: string; seq: number; threadId: string; quotedGatewayId: string | null };

/** By its identity at the gateway, as it is stored. */
export async function findStored(
  db: Database,
  {
    channel,
    gatewayAccount,
    gatewayMessageId,
  }: Pick<typeof messages.$inferInsert, 'channel' | 'gatewayAccount' | 'gatewayMessageId'>,
): Promise<Stored | null> {
  const { id, seq, threadId, quotedGatewayId } = messages;
  const [row] = await db
    .select({ id, seq, threadId, quotedGatewayId })
    .from(messages)
    .where(
      and(
        eq(messages.channel, channel ?? 'SMS'),
        eq(messages.gatewayAccount, gatewayAccount ?? ''),
        eq(messages.gatewayMessageId, gatewayMessageId ?? ''),
      ),
    );
  return row ?? null;
}

/** Shows it on the text that it is about. */
export async function linkReaction(
  db: Database,
  stored: Stored,
  reaction: Reaction,
): Promise<void> {
  const reactsToId = stored.quotedGatewayId
    ? await findByGatewayId(db, stored, stored.quotedGatewayId)
    : await findQuoted(db, stored, reaction.quote);
  const shown = reaction.isRemoved ? null : reaction.emoji;
  await db.update(messages).set({ reaction: shown, reactsToId }).where(eq(messages.id, stored.id));
}

async function findByGatewayId(
  db: Database,
  { threadId }: Stored,
  gatewayId: string,
): Promise<string | null> {
  const ofPart = db
    .select({ id: deliveries.messageId })
    .from(deliveries)
    .where(eq(deliveries.gatewayMessageId, gatewayId));
  const isMeant = or(eq(messages.gatewayMessageId, gatewayId), sql`${messages.id} in ${ofPart}`);
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.threadId, threadId), isMeant))
    .limit(1);
  return row?.id ?? null;
}

/** The newest with these words, which may be one part of it; without words, the newest picture. */
async function findQuoted(
  db: Database,
  { threadId, seq }: Stored,
  quote: string | null,
): Promise<string | null> {
  const rows = await db
    .select({
      id: messages.id,
      body: sql<string>`left(${messages.body}, ${sql.raw(String(maxReadLength))})`,
      hasPicture: sql<boolean>`exists (select 1 from attachments where attachments.message_id = "messages"."id")`,
      parts: sql<
        string[]
      >`array(select left(body, ${sql.raw(String(maxReadLength))}) from ${deliveries}
        where ${deliveries.messageId} = "messages"."id" order by part)`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        lt(messages.seq, seq),
        sql`${messages.content} <> 'reaction'`,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(maxRecent);
  if (quote === null) return rows.find(({ hasPicture }) => hasPicture)?.id ?? null;
  const isCut = quote.length > maxQuoteLength;
  const meant = toPlain(quote.slice(0, maxQuoteLength).replace(/(?:…|\.{3})\s*$/, ''));
  const isStart = isCut || (/(?:…|\.{3})\s*$/.test(quote) && meant.length >= minStartLength);
  const fits = (text: string) => {
    const plain = toPlain(text);
    return plain === meant || (isStart && plain.startsWith(meant));
  };
  return rows.find(({ body, parts }) => [body, ...parts].some(fits))?.id ?? null;
}

/** Phones change quotation marks and spaces in what they quote. */
function toPlain(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}\p{S}\p{Extended_Pictographic}]+/gu, ' ')
    .trim();
}
