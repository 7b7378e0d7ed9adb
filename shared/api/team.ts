import { z } from 'zod';
import { roles } from '../roles.ts';
import { anyPassword, email } from './auth.ts';
import { timestamp } from './common.ts';

const staffRole = z.enum(['ADMIN', 'AGENT'], 'Role must be ADMIN or AGENT');
const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: staffRole,
  invitedBy: z.string(),
  expiresAt: timestamp,
});

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

/** `USER` removes the account from the team. */
export const memberRequest = z.object({
  role: z.enum(roles, `Role must be one of ${roles.join(', ')}`),
});

export const acceptInvitationRequest = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Open it again.'),
  /** A new password, or that of the account that already has this address. */
  password: anyPassword,
});

export type TeamReply = z.infer<typeof teamReply>;
export type InviteRequest = z.input<typeof inviteRequest>;
export type InviteReply = z.infer<typeof inviteReply>;
export type AcceptInvitationRequest = z.input<typeof acceptInvitationRequest>;
