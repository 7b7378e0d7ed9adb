import { currentUser, forAdmins, requireProof } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { apiTokenRequest, apiTokensReply, newApiTokenReply } from '#shared/api/api-tokens.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { addToken, listTokens, revokeToken } from './api-token-service.ts';

/** Of scripts that put documents into experts. */
export async function apiTokenRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage tokens of scripts');

  app.get(
    '/api/api-tokens',
    { ...guard, schema: { response: replies(apiTokensReply) } },
    async () => ({ tokens: await listTokens(runtime) }),
  );

  app.post(
    '/api/api-tokens',
    { ...guard, schema: { body: apiTokenRequest, response: replies(newApiTokenReply) } },
    async (request) => {
      requireProof(runtime, request, 'let a script in');
      return addToken(runtime, currentUser(request), request.body.name);
    },
  );

  app.delete(
    '/api/api-tokens/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      await revokeToken(runtime, { actorId: currentUser(request).id, id: request.params.id });
      return { ok: true } as const;
    },
  );
}
