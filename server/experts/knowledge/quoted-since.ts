import { type SQL, sql } from 'drizzle-orm';
import { evidence, type StoredEvidence, type StoredQuote, sources } from '#server/db/schema.ts';

type ShownQuote = StoredQuote & { changedSince?: 'read-again' | 'reworded' | null };
/** With what has happened to each source after the answer. */
export type ShownEvidence = Omit<StoredEvidence, 'quotes'> & { quotes: ShownQuote[] };

/** A column beside `evidence`. Of a source that was deleted, and of answers of before, nothing is said. */
export const quotesWithChanges: SQL = sql`(
  select coalesce(json_agg(said.quote || jsonb_build_object('changedSince',
      case when (said.quote ->> 'generation')::int < source.generation
        then case source.kind when 'pair' then 'reworded' else 'read-again' end end)
    order by said.nth), '[]')
  from jsonb_array_elements(${evidence.quotes}) with ordinality as said(quote, nth)
  left join ${sources} as source on source.id = (said.quote ->> 'sourceId')::uuid)`;
