import { z } from 'zod';
import { pageLimit } from '../limits.ts';

export const errorReply = z.object({
  message: z.string(),
  need: z.enum(['code', 'password', 'second-factor']).optional(),
});
/** The ETag of the edited state; without it, the last edit wins. */
export const editHeaders = z.looseObject({
  'if-match': z
    .string()
    .regex(/^(\*|(W\/)?"\d{1,9}")$/, 'If-Match must be an ETag of this address, like "7"')
    .optional(),
});
export const staleReply = <Current extends z.ZodType>(current: Current) =>
  errorReply.extend({ current: current.optional() });
export const idParams = z.object({ id: z.uuid('id must be a valid id') });
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(pageLimit.max).default(pageLimit.initial),
});
export const timestamp = z.iso.datetime();
/** Of this century. */
export const calendarDay = z.iso
  .date('A day must look like 2026-11-21')
  .startsWith('20', 'A day must look like 2026-11-21');
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'Time zone must be a name like Europe/Berlin')
  .default('UTC');
export const okReply = z.object({ ok: z.literal(true) });
/** Without its own message, zod answers "is required" for every broken rule. */
export const requiredText = (name: string, maxLength: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .max(maxLength, `${name} must not exceed ${maxLength} characters`);
export const optionalText = (maxLength: number) =>
  z.string().trim().max(maxLength, `This must not exceed ${maxLength} characters`).nullish();

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
