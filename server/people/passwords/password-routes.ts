import { currentSessionId, currentUser, forUsers, requireStepUp } from '#server/access/guard.ts';
import { recordPassword } from '#server/access/tokens-store.ts';
import { toUser } from '#server/access/users-store.ts';
import { createAfterReply } from '#server/http/after-reply.ts';
import { type Api, failures, replies } from '#server/http/api.ts';
import { limitByAddress } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { sessionReply } from '#shared/api/auth.ts';
import { okReply } from '#shared/api/common.ts';
import {
  changedPasswordReply,
  changePasswordRequest,
  confirmPasswordRequest,
  forgotPasswordRequest,
  resetPasswordRequest,
} from '#shared/api/passwords.ts';
import { readClient } from '../sign-in/read-client.ts';
import { confirmPassword } from './confirm-password.ts';
import { changePassword, resetPassword } from './password-service.ts';
import { sendResetCode } from './send-reset-code.ts';

export async function passwordRoutes(app: Api, runtime: Runtime): Promise<void> {
  app.put(
    '/api/auth/password',
    {
      ...forUsers(runtime),
      config: limitByAddress('login'),
      schema: { body: changePasswordRequest, response: replies(changedPasswordReply) },
    },
    async (request) => {
      requireStepUp(runtime, request);
      const client = { ...readClient(request), sessionId: currentSessionId(request) };
      const { token } = await changePassword(runtime, currentUser(request), request.body, client);
      return { token };
    },
  );

  app.post(
    '/api/auth/password/confirm',
    {
      ...forUsers(runtime),
      config: limitByAddress('login'),
      schema: { body: confirmPasswordRequest, response: replies(okReply) },
    },
    async (request) => {
      const sessionId = currentSessionId(request);
      const typed = { ...request.body, address: request.ip, sessionId };
      await confirmPassword(runtime, currentUser(request), typed);
      await recordPassword(runtime.db, sessionId, runtime.clock.now());
      return { ok: true } as const;
    },
  );

  const afterReply = createAfterReply(app, runtime);

  app.post(
    '/api/auth/password/forgot',
    {
      config: limitByAddress('forgotPassword'),
      schema: { body: forgotPasswordRequest, response: { 202: okReply, ...failures } },
    },
    async (request, reply) => {
      // The reply's time must not show whether the account exists.
      const send = () => sendResetCode(runtime, request.body.email, readClient(request));
      afterReply(request, send, 'reset code not sent');
      return reply.code(202).send({ ok: true });
    },
  );

  app.post(
    '/api/auth/password/reset',
    {
      config: limitByAddress('login'),
      schema: { body: resetPasswordRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { token, user } = await resetPassword(runtime, request.body, readClient(request));
      return { token, user: toUser(runtime.config, user) };
    },
  );
}
