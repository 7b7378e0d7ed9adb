import type { FastifyRequest } from 'fastify';
import { type Api, replies } from '#server/http/api.ts';
import { createLoginLimit, limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { toUser } from '#server/users/store.ts';
import {
  currentUserReply,
  loginRequest,
  profileRequest,
  registerRequest,
  sessionReply,
} from '#shared/api/auth.ts';
import { okReply } from '#shared/api/common.ts';
import { describeDevice } from './describe-device.ts';
import { currentSessionId, currentUser, forUsers } from './guard.ts';
import { logIn, register, type Session, updateProfile } from './service.ts';
import { endSession } from './sessions.ts';

export async function authRoutes(app: Api, runtime: Runtime): Promise<void> {
  const limitLogins = createLoginLimit(runtime);

  app.post(
    '/api/auth/register',
    {
      config: limitByAddress('register'),
      schema: { body: registerRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { body, ip: address, hostname } = request;
      const origin = { address, hostname, device: deviceOf(request) };
      const { checkoutUrl, ...session } = await register(runtime, body, origin);
      return { ...toSession(session), ...(checkoutUrl && { checkoutUrl }) };
    },
  );

  app.post(
    '/api/auth/login',
    {
      config: limitByAddress('login'),
      schema: { body: loginRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { body } = request;
      const device = deviceOf(request);
      return toSession(await limitLogins(request, body.email, () => logIn(runtime, body, device)));
    },
  );

  app.get(
    '/api/auth/user',
    { ...forUsers(runtime), schema: { response: replies(currentUserReply) } },
    async (request) => ({ user: toUser(currentUser(request)) }),
  );

  app.post(
    '/api/auth/logout',
    { ...forUsers(runtime), schema: { response: replies(okReply) } },
    async (request) => {
      await endSession(runtime, currentUser(request), currentSessionId(request));
      return { ok: true } as const;
    },
  );

  app.put(
    '/api/auth/profile',
    {
      ...forUsers(runtime),
      schema: { body: profileRequest, response: replies(currentUserReply) },
    },
    async (request) => ({
      user: toUser(await updateProfile(runtime, currentUser(request), request.body)),
    }),
  );
}

function deviceOf({ headers }: FastifyRequest): string | null {
  return describeDevice(headers['user-agent']);
}

function toSession({ token, user }: Session) {
  return { token, user: toUser(user) };
}
