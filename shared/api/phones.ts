import { z } from 'zod';
import { channelKeys } from '../channels.ts';
import { timestamp } from './common.ts';

export const phonesReply = z.object({
  phones: z.array(
    z.object({
      id: z.uuid(),
      /** Empty for a number that no expert has been connected with. */
      channels: z.array(z.enum(channelKeys)),
      /** E.164; null for an address that is no number, or not known yet. */
      number: z.string().nullable(),
      /** The last characters of an address that is no number. */
      ending: z.string().nullable(),
      /** `active`: what it texts is the account's. Others wait for the phone's YES or for a CONNECT code. */
      state: z.enum(['active', 'waits-for-yes', 'waits-for-code']),
      isOwnNumber: z.boolean(),
      /** Null while it waits. */
      attachedAt: timestamp.nullable(),
      lastUsedAt: timestamp.nullable(),
      experts: z.array(z.object({ id: z.uuid(), displayName: z.string() })),
    }),
  ),
});

export type PhonesReply = z.infer<typeof phonesReply>;
export type AttachedPhone = PhonesReply['phones'][number];
