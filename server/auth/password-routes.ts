import { type Api, failures, replies } from '#server/http/api.ts';
import { limitByAddress } from '#server/http/rate-limits.ts';
import { toLoggableError } from '#server/loggable-error.ts';
import type { Runtime } from '#server/runtime.ts';
import { toUser } from '#server/users/store.ts';
import { sessionReply } from '#shared/api/auth.ts';
import { okReply } from '#shared/api/common.ts';
import {
  changedPasswordReply,
  changePasswordRequest,
  forgotPasswordRequest,
  resetPasswordRequest,
} from '#shared/api/passwords.ts';
import { currentUser, forUsers, requireStepUp } from './guard.ts';
import { changePassword, resetPassword } from './password-service.ts';
import { readClient } from './read-client.ts';
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
      const client = readClient(request);
      const { token } = await changePassword(runtime, currentUser(request), request.body, client);
      return { token };
    },
  );

  const sending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(sending);
  });

  app.post(
    '/api/auth/password/forgot',
    {
      config: limitByAddress('forgotPassword'),
      schema: { body: forgotPasswordRequest, response: { 202: okReply, ...failures } },
      // After the response, whose time must not show whether the account exists.
      onResponse: async ({ body }, { statusCode }) => {
        if (statusCode !== 202) return;
        const sent = sendResetCode(runtime, (body as { email: string }).email)
          .catch((error) =>
            runtime.log.warn({ err: toLoggableError(error) }, 'reset code not sent'),
          )
          .finally(() => sending.delete(sent));
        sending.add(sent);
      },
    },
    async (_request, reply) => reply.code(202).send({ ok: true }),
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
