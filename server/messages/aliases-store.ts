import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { handleAliases } from '#server/db/schema.ts';
import type { ChannelKey } from '#shared/channels.ts';

type Named = { channel: ChannelKey; alias: string; from: string };

/** The handle of whoever has this alias: the name they first came by, which may be today's. */
export async function handleOf(db: Database, named: Named): Promise<string> {
  const known = await findHandle(db, named);
  if (known) return known;
  const { channel, alias, from: handle } = named;
  await db.insert(handleAliases).values({ channel, alias, handle }).onConflictDoNothing();
  return (await findHandle(db, named)) ?? handle;
}

async function findHandle(db: Database, { channel, alias }: Named): Promise<string | null> {
  const [row] = await db
    .select({ handle: handleAliases.handle })
    .from(handleAliases)
    .where(and(eq(handleAliases.channel, channel), eq(handleAliases.alias, alias)));
  return row?.handle ?? null;
}
