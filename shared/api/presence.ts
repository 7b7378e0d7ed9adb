import { z } from 'zod';

const activities = ['looking', 'writing', 'left'] as const;
export type Activity = (typeof activities)[number];

export const presenceRequest = z.object({
  /** One open page: an account may have several. */
  viewId: z.string().regex(/^[a-z0-9]{8,20}$/, 'This must be 8 to 20 letters or digits'),
  doing: z.enum(activities, 'doing must be looking, writing or left'),
});

const present = z.object({ id: z.uuid(), isWriting: z.boolean() });
export const presenceReply = z.object({ present: z.array(present) });

export type Present = z.infer<typeof present>;
export type PresenceReply = z.infer<typeof presenceReply>;
