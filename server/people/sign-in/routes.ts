import {
  currentSessionId,
  currentUser,
  forUsers,
  isFresh,
  readToken,
  requireStepUp,
} from '#server/access/guard.ts';
import { toUser } from '#server/access/users-store.ts';
import { createAfterReply } from '#server/http/after-reply.ts';
import { type Api, editReplies, replies } from '#server/http/api.ts';
import { isFromHere } from '#server/http/from-here.ts';
import { limitByAddress, limitSignUp } from '#server/http/rate-limits.ts';
import { readRevision, setRevision } from '#server/http/revisions.ts';
import type { Runtime, Work } from '#server/runtime.ts';
import {
  currentUserReply,
  loginRequest,
  profileReply,
  profileRequest,
  registerRequest,
  sessionReply,
  userReply,
} from '#shared/api/auth.ts';
import { editHeaders, okReply } from '#shared/api/common.ts';
import { emailChangeReply, emailChangeRequest } from '#shared/api/email-change.ts';
import { verifyEmailRequest } from '#shared/api/email-codes.ts';
import { updateProfile } from '../account/update-profile.ts';
import { changeEmail, confirmEmail, objectToEmail } from '../emails/email-change.ts';
import { confirmMailbox, mailEmailCode } from '../emails/email-codes.ts';
import { readClient } from './read-client.ts';
import { logIn, type Session } from './service.ts';
import { endSession } from './sessions.ts';
import { register } from './sign-up.ts';

export async function authRoutes(app: Api, runtime: Runtime): Promise<void> {
  const afterReply = createAfterReply(app, runtime);

  app.post(
    '/api/auth/register',
    {
      config: limitSignUp(),
      schema: { body: registerRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const { body, hostname } = request;
      const client = readClient(request);
      const { checkoutUrl, ...session } = await register(runtime, body, { ...client, hostname });
      const asker = { userId: session.user.id, address: client.address };
      // A mail server that fails must not fail the sign-up: the code can be sent again.
      if (runtime.mail) {
        afterReply(request, () => mailEmailCode(runtime, asker), 'sign-up code not sent');
      }
      return { ...toSession(runtime, session), ...(checkoutUrl && { checkoutUrl }) };
    },
  );

  app.post(
    '/api/auth/login',
    {
      config: limitByAddress('login'),
      schema: { body: loginRequest, response: replies(sessionReply) },
    },
    async (request) => {
      const later = (work: Work) => afterReply(request, work, 'link for a new device not sent');
      const client = { ...readClient(request), isFromHere: isFromHere(request), later };
      return toSession(runtime, await logIn(runtime, request.body, client));
    },
  );

  app.get(
    '/api/auth/user',
    {
      ...forUsers(runtime, { isForSetUp: true }),
      schema: { response: replies(currentUserReply) },
    },
    async (request, reply) => {
      const user = toUser(runtime.config, currentUser(request));
      setRevision(reply, user.revision);
      return { user };
    },
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
      // Another email costs a password hash.
      config: limitByAddress('login'),
      schema: {
        headers: editHeaders,
        body: profileRequest,
        response: editReplies(profileReply, userReply),
      },
    },
    async (request, reply) => {
      // An admin's number or email may lead to a new password.
      requireStepUp(runtime, request);
      const user = currentUser(request);
      const { email = user.email, currentPassword, ...profile } = request.body;
      const isSame = email.toLowerCase() === user.email;
      const sessionId = currentSessionId(request);
      const wanted = { email, currentPassword, address: request.ip, sessionId };
      const isToConfirm = !isSame && (await changeEmail(runtime, user, wanted));
      const basedOn = readRevision(request.headers['if-match']);
      // Another email has just taken the password.
      const fresh = !isSame || isFresh(runtime, request);
      const later = (work: Work) => afterReply(request, work, 'new number not asked');
      const from = { address: request.ip, isFresh: fresh, sessionId, later };
      const change = { ...profile, ...from, basedOn };
      const updated = await updateProfile(runtime, user, change);
      runtime.changes.publish({ type: 'account', userId: user.id });
      const shown = toUser(runtime.config, updated);
      setRevision(reply, shown.revision);
      return {
        user: shown,
        ...(isToConfirm && { emailToConfirm: email.toLowerCase() }),
      };
    },
  );

  app.post(
    '/api/auth/email/verify',
    {
      ...forUsers(runtime),
      config: limitByAddress('login'),
      schema: { body: verifyEmailRequest, response: replies(currentUserReply) },
    },
    async (request) => {
      const user = await confirmMailbox(runtime, currentUser(request), request.body.code);
      return { user: toUser(runtime.config, user) };
    },
  );

  app.post(
    '/api/auth/email/code',
    {
      ...forUsers(runtime),
      config: limitByAddress('forgotPassword'),
      schema: { response: replies(okReply) },
    },
    async (request) => {
      await mailEmailCode(runtime, { userId: currentUser(request).id, address: request.ip });
      return { ok: true } as const;
    },
  );

  app.post(
    '/api/auth/email-change',
    {
      config: limitByAddress('login'),
      schema: { body: emailChangeRequest, response: replies(emailChangeReply) },
    },
    async (request) => {
      const { answer, token } = request.body;
      if (answer === 'object') return objectToEmail(runtime, token);
      return confirmEmail(runtime, token, await readToken(runtime, request));
    },
  );
}

function toSession({ config }: Runtime, { token, user }: Session) {
  return { token, user: toUser(config, user) };
}
