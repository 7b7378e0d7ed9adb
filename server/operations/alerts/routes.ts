import { currentUser, forAdmins, requireStepUp } from '#server/access/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  alertsReply,
  oneReceiverReply,
  receiverRequest,
  testAlertReply,
  testAlertRequest,
} from '#shared/api/alerts.ts';
import { idParams, okReply } from '#shared/api/common.ts';
import { addReceiver, changeReceiver, readAlerts, removeReceiver, testAlerts } from './service.ts';

export async function alertRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forAdmins(runtime, 'manage alerts');

  app.get(
    '/api/alerts',
    {
      ...guard,
      schema: {
        summary: 'Who is told when something is wrong, and what was or is',
        response: replies(alertsReply),
      },
    },
    async () => readAlerts(runtime),
  );

  app.post(
    '/api/alerts/receivers',
    {
      ...guard,
      schema: {
        summary: 'Has alerts sent to a mailbox, a phone or a webhook',
        body: receiverRequest,
        response: replies(oneReceiverReply),
      },
    },
    async (request) => {
      requireStepUp(runtime, request);
      return { receiver: await addReceiver(runtime, currentUser(request).id, request.body) };
    },
  );

  app.put(
    '/api/alerts/receivers/:id',
    {
      ...guard,
      schema: { params: idParams, body: receiverRequest, response: replies(oneReceiverReply) },
    },
    async (request) => {
      requireStepUp(runtime, request);
      const who = { actorId: currentUser(request).id, id: request.params.id };
      return { receiver: await changeReceiver(runtime, who, request.body) };
    },
  );

  app.delete(
    '/api/alerts/receivers/:id',
    { ...guard, schema: { params: idParams, response: replies(okReply) } },
    async (request) => {
      requireStepUp(runtime, request);
      await removeReceiver(runtime, { actorId: currentUser(request).id, id: request.params.id });
      return { ok: true } as const;
    },
  );

  app.post(
    '/api/alerts/test',
    {
      ...guard,
      config: limitByAccount('testAlert'),
      schema: {
        summary:
          'Sends a test to one receiver or all, and answers within 10 seconds how it went for each',
        body: testAlertRequest,
        response: replies(testAlertReply),
      },
    },
    async (request) => {
      requireStepUp(runtime, request);
      return testAlerts(runtime, currentUser(request).id, request.body.receiverId);
    },
  );
}
