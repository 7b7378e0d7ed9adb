import { z } from 'zod';
import { savedWords } from './expert-words.ts';

const text = z.string().nullable();

/** `expert` is set on an expert's own domain only. */
export const brandingReply = z.object({
  mode: z.enum(['default', 'white-label']),
  expert: z
    .object({
      displayName: z.string(),
      siteName: text,
      siteTagline: text,
      imageUrl: text,
      primaryColor: text,
      secondaryColor: text,
      accentColor: text,
      words: savedWords.optional(),
    })
    .nullable(),
  /** Every page warns about them. */
  standIns: z.array(z.string()).optional(),
  /** Set if texts go to the sandbox phone. */
  sandbox: z
    .object({
      demo: z.object({ password: z.string(), emails: z.array(z.string()) }).nullable(),
    })
    .optional(),
  supportEmail: z.string().optional(),
});

export type BrandingReply = z.infer<typeof brandingReply>;

export const hostQuery = z.object({ domain: z.string().max(253) });
export const hostReply = z.object({ isOwn: z.literal(true) });
