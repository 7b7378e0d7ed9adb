import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { handleAliases } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';

type Sender = { channel: ChannelKey; alias: string; from: string };

/** The handle by which the sender was first known. */
export async function resolveHandle(db: Database, sender: Sender): Promise<string> {
  const known = await findHandle(db, sender);
  if (known) return known;
  const { channel, alias, from: handle } = sender;
  await db.insert(handleAliases).values({ channel, alias, handle }).onConflictDoNothing();
  return (await findHandle(db, sender)) ?? handle;
}

async function findHandle(db: Database, { channel, alias }: Sender): Promise<string | null> {
  const [row] = await db
    .select({ handle: handleAliases.handle })
    .from(handleAliases)
    .where(and(eq(handleAliases.channel, channel), eq(handleAliases.alias, alias)));
  return row?.handle ?? null;
}
