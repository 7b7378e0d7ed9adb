import { z } from 'zod';
import { typedMaxLength } from '../limits.ts';

/** What a team member has typed in a conversation, and not sent. */
export const typedText = z.object({ body: z.string(), revision: z.uuid() });
/** A blank `body` deletes it. `basedOn`: the revision that the page knew; null: none. */
export const typedRequest = z.object({
  body: z
    .string('body is required')
    .max(typedMaxLength, `What is typed has at most ${typedMaxLength} characters`),
  basedOn: z.uuid('basedOn must be a valid id').nullable(),
});
export const typedReply = z.object({ typed: typedText.nullable() });

export type TypedText = z.infer<typeof typedText>;
export type TypedReply = z.infer<typeof typedReply>;
