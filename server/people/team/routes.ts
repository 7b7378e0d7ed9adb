import { currentUser, forAdmins, requireProof } from '#server/access/guard.ts';
import { toUser } from '#server/access/users-store.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { sessionReply } from '#shared/api/auth.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import {
  acceptInvitationRequest,
  inviteReply,
  inviteRequest,
  memberRequest,
  teamReply,
} from '#shared/api/team.ts';
import { readClient } from '../sign-in/read-client.ts';
import { acceptInvitation } from './accept.ts';
import { changeRole, describeTeam, invite, withdrawInvitation } from './service.ts';

export async function teamRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage the team');

  app.get('/api/team', { ...guard, schema: { response: replies(teamReply) } }, async (request) =>
    describeTeam(runtime, currentUser(request)),
  );

  app.post(
    '/api/team/invitations',
    { ...guard, schema: { body: inviteRequest, response: replies(inviteReply) } },
    async (request) => {
      requireProof(runtime, request, 'change who is on the team');
      return invite(runtime, currentUser(request), { ...request.body, address: request.ip });
    },
  );

  app.delete(
    '/api/team/invitations/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      const who = { actorId: currentUser(request).id, id: request.params.id };
      await withdrawInvitation(runtime, who);
      return { ok: true } as const;
    },
  );

  app.put(
    '/api/team/:id',
    {
      ...guard,
      schema: { params: idParams, body: memberRequest, response: replies(okReply) },
    },
    async (request) => {
      requireProof(runtime, request, 'change who is on the team');
      const who = { actorId: currentUser(request).id, id: request.params.id };
      await changeRole(runtime, who, request.body.role);
      return { ok: true } as const;
    },
  );

  app.post(
    '/api/invitations/accept',
    {
      config: limitByAddress('register'),
      schema: { body: acceptInvitationRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { token, user } = await acceptInvitation(runtime, request.body, readClient(request));
      return { token, user: toUser(runtime.config, user) };
    },
  );
}
