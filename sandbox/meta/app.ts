import { z } from 'zod';

export const metaApp = z.object({
  accessToken: z.string(),
  appSecret: z.string(),
  phoneNumberId: z.string(),
  apiUrl: z.string(),
});
export type MetaApp = z.infer<typeof metaApp>;

export const graphVersion = 'v25.0';
export const accountId = '102290129340398';
export const appId = '735213880542731';
