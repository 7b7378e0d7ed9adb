import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '#server/db/client.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A text is stored within seconds of its webhook's beginning, whose time the request's id holds. */
const storedWithinMs = 30_000;
const clocksDifferByMs = 5_000;

/**
 * The messages that an id names: their own, a delivery's, the gateway's or the webhook request's.
 * @returns ids of messages, oldest first.
 */
export async function findByAnyId(db: Database, id: string): Promise<string[]> {
  const ofGateway = sql`select id, created_at from messages where gateway_message_id = ${id}
    union select messages.id, messages.created_at from deliveries
      join messages on messages.id = message_id where deliveries.gateway_message_id = ${id}`;
  const found = uuid.test(id) ? sql`${ofGateway} union ${ofUuid(id)}` : ofGateway;
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from (${found}) as found order by created_at, id limit 20`,
  );
  return rows.map(({ id }) => id);
}

/** By way of JSON, so that a database without the column is read, too. */
function ofUuid(id: string) {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [from, to] = [at - clocksDifferByMs, at + storedWithinMs].map(
    (ms) => sql`to_timestamp(${ms / 1000}::float8)`,
  );
  return sql`select id, created_at from messages where id = ${id}::uuid
    union select messages.id, messages.created_at from deliveries
      join messages on messages.id = message_id where deliveries.id = ${id}::uuid
    union select id, created_at from messages
      where created_at between ${from} and ${to} and to_jsonb(messages)->>'request_id' = ${id.toLowerCase()}`;
}
