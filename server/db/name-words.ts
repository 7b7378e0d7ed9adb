import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Shared by an index and its queries; `foldText` folds letters the same way. An E.164 number is also found by its last
 * 10, 7 and 4 digits.
 */
export function nameWords({ texts, address }: { texts: PgColumn[]; address: PgColumn }): SQL {
  const digits = sql`replace(coalesce(${address}, ''), '+', '')`;
  const tails = [10, 7, 4].map((count) => sql`right(${digits}, ${sql.raw(String(count))})`);
  const parts = [...texts.map((text) => sql`coalesce(${text}, '')`), digits, ...tails];
  const joined = sql.join(parts, sql` || ' ' || `);
  return sql`to_tsvector('simple', translate(${foldInSql(joined)}, '@.-_+', '     '))`;
}

/** Immutable functions only, as an index requires; `normalize` needs UTF-8. */
export function foldInSql(text: SQL): SQL {
  const plain = sql`regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g')`;
  const single = sql`translate(${plain}, 'øđðłħıς', 'oddlhiσ')`;
  const double = sql`replace(replace(replace(replace(${single}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
  return sql`normalize(${double}, NFKC)`;
}
