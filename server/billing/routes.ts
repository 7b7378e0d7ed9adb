import { currentUser, forUsers } from '#server/auth/guard.ts';
import { type Api, replies } from '#server/http/api.ts';
import { limitedByAccount } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  checkoutReply,
  checkoutRequest,
  checkoutSessionParams,
  checkoutSessionReply,
  portalReply,
  pricingReply,
  subscriptionReply,
} from '#shared/api/billing.ts';
import { choosePlan, getPaidPlanFor, getSubscriptionOf, listPlans, openPortal } from './service.ts';

export async function billingRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forUsers(runtime);
  const limited = { config: limitedByAccount('payment') };

  app.get('/api/pricing', { schema: { response: replies(pricingReply) } }, async () => ({
    plans: listPlans(runtime),
  }));

  app.get(
    '/api/subscription',
    { ...guard, schema: { response: replies(subscriptionReply) } },
    async (request) => ({ subscription: await getSubscriptionOf(runtime, currentUser(request)) }),
  );

  app.post(
    '/api/subscription/create-checkout-session',
    { ...guard, ...limited, schema: { body: checkoutRequest, response: replies(checkoutReply) } },
    async (request) => {
      const visit = { user: currentUser(request), hostname: request.hostname };
      return choosePlan(runtime, visit, request.body.plan);
    },
  );

  app.post(
    '/api/subscription/create-portal-session',
    { ...guard, ...limited, schema: { response: replies(portalReply) } },
    async (request) => {
      const visit = { user: currentUser(request), hostname: request.hostname };
      return { url: await openPortal(runtime, visit) };
    },
  );

  app.get(
    '/api/stripe/session/:sessionId',
    {
      ...guard,
      ...limited,
      schema: { params: checkoutSessionParams, response: replies(checkoutSessionReply) },
    },
    async (request) => {
      const { sessionId } = request.params;
      return { plan: await getPaidPlanFor(runtime, currentUser(request), sessionId) };
    },
  );
}
