import { z } from 'zod';

/** What the product is set up with; its channel's settings. */
export const metaApp = z.object({
  accessToken: z.string(),
  appSecret: z.string(),
  phoneNumberId: z.string(),
  apiUrl: z.string(),
});
export type MetaApp = z.infer<typeof metaApp>;

export const graphVersion = 'v25.0';
/** One business account is enough. */
export const accountId = '102290129340398';
