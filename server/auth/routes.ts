import { type Api, replies } from '#server/http/api.ts';
import { limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { updateProfile } from '#server/users/service.ts';
import { toUser } from '#server/users/store.ts';
import {
  currentUserReply,
  loginRequest,
  profileReply,
  profileRequest,
  registerRequest,
  sessionReply,
} from '#shared/api/auth.ts';
import { okReply } from '#shared/api/common.ts';
import { emailChangeReply, emailChangeRequest } from '#shared/api/email-change.ts';
import { changeEmail, confirmEmail, objectToEmail } from './email-change.ts';
import { currentSessionId, currentUser, forUsers, requireStepUp } from './guard.ts';
import { readClient } from './read-client.ts';
import { logIn, register, type Session } from './service.ts';
import { endSession } from './sessions.ts';

export async function authRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.post(
    '/api/auth/register',
    {
      config: limitByAddress('register'),
      schema: { body: registerRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { body, hostname } = request;
      const client = readClient(request);
      const { checkoutUrl, ...session } = await register(runtime, body, { ...client, hostname });
      return { ...toSession(runtime, session), ...(checkoutUrl && { checkoutUrl }) };
    },
  );

  app.post(
    '/api/auth/login',
    {
      config: limitByAddress('login'),
      schema: { body: loginRequest, response: replies(sessionReply) },
    },
    async (request) => toSession(runtime, await logIn(runtime, request.body, readClient(request))),
  );

  app.get(
    '/api/auth/user',
    {
      ...forUsers(runtime, { isForSetUp: true }),
      schema: { response: replies(currentUserReply) },
    },
    async (request) => ({ user: toUser(runtime.config, currentUser(request)) }),
  );

  app.post(
    '/api/auth/logout',
    { ...forUsers(runtime, { isForSetUp: true }), schema: { response: replies(okReply) } },
    async (request) => {
      await endSession(runtime, currentUser(request), currentSessionId(request));
      return { ok: true } as const;
    },
  );

  app.put(
    '/api/auth/profile',
    {
      ...forUsers(runtime),
      schema: { body: profileRequest, response: replies(profileReply) },
    },
    async (request) => {
      // An admin's number or email may lead to a new password.
      requireStepUp(runtime, request);
      const user = currentUser(request);
      const { email = user.email, currentPassword, ...profile } = request.body;
      const isSame = email.toLowerCase() === user.email;
      const wanted = { email, currentPassword, address: request.ip };
      const isToConfirm = !isSame && (await changeEmail(runtime, user, wanted));
      const updated = await updateProfile(runtime, user, { ...profile, address: request.ip });
      runtime.changes.publish({ type: 'account', userId: user.id });
      return {
        user: toUser(runtime.config, updated),
        ...(isToConfirm && { emailToConfirm: email.toLowerCase() }),
      };
    },
  );

  app.post(
    '/api/auth/email-change',
    {
      config: limitByAddress('login'),
      schema: { body: emailChangeRequest, response: replies(emailChangeReply) },
    },
    async ({ body: { answer, token } }) =>
      answer === 'confirm' ? confirmEmail(runtime, token) : objectToEmail(runtime, token),
  );
}

function toSession({ config }: Runtime, { token, user }: Session) {
  return { token, user: toUser(config, user) };
}
