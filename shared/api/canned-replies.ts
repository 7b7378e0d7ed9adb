import { z } from 'zod';
import { threadMessageMaxLength } from '../limits.ts';
import { requiredText } from './common.ts';

/** A text that the whole team uses again and again. */
const cannedReply = z.object({ id: z.uuid(), name: z.string(), text: z.string() });

export const cannedReplyRequest = z.object({
  name: requiredText('Name', 60),
  text: requiredText('Text', threadMessageMaxLength),
});
/** Sorted by name. */
export const cannedRepliesReply = z.object({ cannedReplies: z.array(cannedReply) });
export const oneCannedReply = z.object({ cannedReply });

export type CannedReply = z.infer<typeof cannedReply>;
export type CannedReplyRequest = z.output<typeof cannedReplyRequest>;
