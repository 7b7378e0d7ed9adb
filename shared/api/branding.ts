import { z } from 'zod';

const text = z.string().nullable();

/** The expert is set on an expert's own domain. */
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
    })
    .nullable(),
  /** Services that are not real although others are; every page warns of them. */
  standIns: z.array(z.string()).optional(),
  /** Where texts go to the sandbox's phone. */
  sandbox: z
    .object({
      /** Only while all data is the sandbox's: its public logins. */
      demo: z.object({ password: z.string(), emails: z.array(z.string()) }).nullable(),
    })
    .optional(),
  /** Where people write for help. */
  supportEmail: z.string().optional(),
});

export type BrandingReply = z.infer<typeof brandingReply>;
