import { z } from 'zod';
import { threadMessageMaxLength } from '../limits.ts';
import { requiredText } from './common.ts';

export const cannedReply = z.object({ id: z.uuid(), name: z.string(), text: z.string() });

export const cannedReplyRequest = z.object({
  name: requiredText('Name', 60),
  text: requiredText('Text', threadMessageMaxLength),
});
/** `basedOn`: the state the caller edited; a field changed since is a conflict. */
export const cannedReplyChange = cannedReplyRequest.partial().extend({
  basedOn: z.object({ name: z.string(), text: z.string() }).optional(),
});
/** Sorted by name. */
export const cannedRepliesReply = z.object({ cannedReplies: z.array(cannedReply) });
export const oneCannedReply = z.object({ cannedReply });

export type CannedReply = z.infer<typeof cannedReply>;
export type CannedReplyRequest = z.output<typeof cannedReplyRequest>;
export type CannedReplyChange = z.output<typeof cannedReplyChange>;
