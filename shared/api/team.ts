import { z } from 'zod';
import { roles } from '../roles.ts';
import { anyPassword, email } from './auth.ts';
import { timestamp } from './common.ts';

export const staffRole = z.enum(['ADMIN', 'AGENT'], 'Role must be ADMIN or AGENT');
const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: staffRole,
  invitedBy: z.string(),
  expiresAt: timestamp,
});

/** Who works here, and who has been asked to. */
export const teamReply = z.object({
  members: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      name: z.string().nullable(),
      role: staffRole,
      hasSecondFactor: z.boolean(),
      isYou: z.boolean(),
    }),
  ),
  invitations: z.array(invitation),
});

export const inviteRequest = z.object({ email, role: staffRole });
export const inviteReply = z.object({
  invitation,
  /** Shown once: the server keeps a hash. */
  link: z.string(),
  isMailed: z.boolean(),
});

/** USER: no longer works here. */
export const memberRequest = z.object({
  role: z.enum(roles, `Role must be one of ${roles.join(', ')}`),
});

export const acceptInvitationRequest = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Open it again.'),
  /** A new one, or that of the account which has the address already. */
  password: anyPassword,
});

export type TeamReply = z.infer<typeof teamReply>;
export type InviteRequest = z.input<typeof inviteRequest>;
export type InviteReply = z.infer<typeof inviteReply>;
export type AcceptInvitationRequest = z.input<typeof acceptInvitationRequest>;
