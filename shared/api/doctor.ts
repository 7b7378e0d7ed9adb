import { z } from 'zod';

/** The worst first. */
export const checkStates = ['broken', 'warning', 'ok'] as const;
export const checkGroups = [
  ...(['Settings', 'Database', 'Network', 'Channels', 'Payments'] as const),
  ...(['AI', 'Mail', 'Files', 'Work'] as const),
] as const;

const finding = z.object({
  /** What it is about where one check looks at several things: a setting, an expert, a provider. */
  about: z.string().nullable(),
  state: z.enum(checkStates),
  why: z.string(),
  /** One sentence. Null where nothing needs to be done. */
  fix: z.string().nullable(),
});
const placedFinding = finding.extend({ group: z.enum(checkGroups), name: z.string() });

export const doctorReply = z.object({
  at: z.string().describe('When the checks began'),
  tookMs: z.number(),
  state: z.enum(checkStates).describe("The worst finding's"),
  findings: z.array(placedFinding),
});

export type CheckState = (typeof checkStates)[number];
export type CheckGroup = (typeof checkGroups)[number];
export type Finding = z.infer<typeof finding>;
export type PlacedFinding = z.infer<typeof placedFinding>;
export type DoctorReply = z.infer<typeof doctorReply>;
