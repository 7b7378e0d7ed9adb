import { z } from 'zod';
import { savedWords } from '../expert-words.ts';

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
      /** Hex. */
      primaryColor: text,
      secondaryColor: text,
      accentColor: text,
      /** What differs from the default words that people can text. */
      words: savedWords.optional(),
    })
    .nullable(),
  /** Stand-ins that run beside real services; every page warns about them. */
  standIns: z.array(z.string()).optional(),
  /** Set if texts go to the sandbox phone. */
  sandbox: z
    .object({
      /** The public demo logins, while all data is the sandbox's. */
      demo: z.object({ password: z.string(), emails: z.array(z.string()) }).nullable(),
    })
    .optional(),
  /** Where people write for help. */
  supportEmail: z.string().optional(),
});

export type BrandingReply = z.infer<typeof brandingReply>;
