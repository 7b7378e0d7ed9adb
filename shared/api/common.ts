import { z } from 'zod';
import { pageLimit } from '../limits.ts';

/** Every error body of the API. */
export const errorReply = z.object({ message: z.string() });
export const idParams = z.object({ id: z.uuid('id must be a valid id') });
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimit.max).default(pageLimit.initial),
});
export const timestamp = z.iso.datetime();
/** Answer of calls that have nothing to say. */
export const okReply = z.object({ ok: z.literal(true) });
/** A form field that may be left empty: blank means "not set". */
export const optionalText = (maxLength: number) => z.string().trim().max(maxLength).nullish();
