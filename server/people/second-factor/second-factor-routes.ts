import { currentSessionId, currentUser, forStaff, requireStepUp } from '#server/access/guard.ts';
import { recordStepUp } from '#server/access/tokens-store.ts';
import { type Api, replies } from '#server/http/api.ts';
import type { Runtime } from '#server/runtime.ts';
import { okReply } from '#shared/api/common.ts';
import {
  beginSecondFactorReply,
  beginSecondFactorRequest,
  codeRequest,
  recoveryCodesReply,
  secondFactorReply,
} from '#shared/api/second-factor.ts';
import { confirmCode } from './check-code.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  describeSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';

export async function secondFactorRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forStaff(runtime, 'set up a second factor', { isForSetUp: true });

  app.get(
    '/api/auth/second-factor',
    { ...guard, schema: { response: replies(secondFactorReply) } },
    async (request) => describeSecondFactor(runtime, currentUser(request)),
  );

  app.post(
    '/api/auth/second-factor',
    {
      ...guard,
      schema: { body: beginSecondFactorRequest, response: replies(beginSecondFactorReply) },
    },
    async (request) => {
      const sessionId = currentSessionId(request);
      const typed = { ...request.body, address: request.ip, sessionId };
      return beginSecondFactor(runtime, currentUser(request), typed);
    },
  );

  app.post(
    '/api/auth/second-factor/confirm',
    { ...guard, schema: { body: codeRequest, response: replies(recoveryCodesReply) } },
    async (request) => {
      const sessionId = currentSessionId(request);
      const typed = { ...request.body, address: request.ip, sessionId };
      const recoveryCodes = await confirmSecondFactor(runtime, currentUser(request), typed);
      await recordStepUp(runtime.db, sessionId, runtime.clock.now());
      return { recoveryCodes };
    },
  );

  app.post(
    '/api/auth/second-factor/recovery-codes',
    { ...guard, schema: { response: replies(recoveryCodesReply) } },
    async (request) => {
      const user = currentUser(request);
      requireStepUp(runtime, request);
      return { recoveryCodes: await renewRecoveryCodes(runtime, user) };
    },
  );

  app.delete(
    '/api/auth/second-factor',
    { ...guard, schema: { body: codeRequest, response: replies(okReply) } },
    async (request) => {
      const sessionId = currentSessionId(request);
      const typed = { ...request.body, address: request.ip, sessionId };
      await endSecondFactor(runtime, currentUser(request), typed);
      return { ok: true } as const;
    },
  );

  app.post(
    '/api/auth/step-up',
    { ...guard, schema: { body: codeRequest, response: replies(okReply) } },
    async (request) => {
      const sessionId = currentSessionId(request);
      const typed = { ...request.body, address: request.ip, sessionId };
      await confirmCode(runtime, currentUser(request), typed);
      await recordStepUp(runtime.db, sessionId, runtime.clock.now());
      return { ok: true } as const;
    },
  );
}
