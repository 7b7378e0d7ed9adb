import type { z } from 'zod';
import {
  currentUser,
  forAdmins,
  forPayers,
  readToken,
  requireStepUp,
} from '#server/access/guard.ts';
import { findUserById, toUser } from '#server/access/users-store.ts';
import { notFound } from '#server/errors.ts';
import { type Api, replies } from '#server/http/api.ts';
import { pageOf, parseSeqCursor, writeSeqCursor } from '#server/http/pages.ts';
import { limitPayment } from '#server/http/rate-limits.ts';
import type { Runtime } from '#server/runtime.ts';
import { currentUserReply } from '#shared/api/auth.ts';
import {
  adjustCreditsRequest,
  checkoutReply,
  checkoutRequest,
  checkoutSessionParams,
  checkoutSessionReply,
  historyReply,
  portalReply,
  pricingReply,
  receiptParams,
  receiptReply,
  subscriptionReply,
} from '#shared/api/billing.ts';
import { idParams, pageQuery } from '#shared/api/common.ts';
import { adjustCredits } from './adjustments.ts';
import { listHistory } from './history.ts';
import { getReceiptUrl } from './receipts.ts';
import {
  choosePlan,
  getPaidPlanFor,
  getSubscriptionOf,
  listPlansFor,
  openPortal,
} from './service.ts';

export async function billingRoutes(app: Api, runtime: Runtime): Promise<void> {
  const guard = forPayers(runtime);
  const limited = { config: limitPayment() };

  app.get(
    '/api/pricing',
    {
      schema: {
        summary: 'Plans for sale; with a token without the trial once it was used',
        response: replies(pricingReply),
      },
    },
    async (request) => ({ plans: await listPlansFor(runtime, await readToken(runtime, request)) }),
  );

  app.get(
    '/api/subscription',
    { ...guard, schema: { response: replies(subscriptionReply) } },
    async (request) => getSubscriptionOf(runtime, currentUser(request)),
  );

  app.get(
    '/api/subscription/history',
    { ...guard, schema: { querystring: pageQuery, response: replies(historyReply) } },
    async (request) => readHistory(runtime, currentUser(request).id, request.query),
  );

  app.get(
    '/api/subscription/receipts/:entryId',
    {
      ...guard,
      ...limited,
      schema: {
        summary: "Where the payment service shows the receipt of one of the person's payments",
        params: receiptParams,
        response: replies(receiptReply),
      },
    },
    async (request) => {
      const who = { userId: currentUser(request).id, entryId: request.params.entryId };
      return { url: await getReceiptUrl(runtime, who) };
    },
  );

  app.get(
    '/api/users/:id/receipts/:entryId',
    {
      ...forAdmins(runtime, 'see the receipts of others'),
      ...limited,
      schema: {
        summary: "As /api/subscription/receipts, of another person's payment",
        params: idParams.extend(receiptParams.shape),
        response: replies(receiptReply),
      },
    },
    async (request) => {
      const { id: userId, entryId } = request.params;
      await requirePerson(runtime, userId);
      return { url: await getReceiptUrl(runtime, { userId, entryId }) };
    },
  );

  app.get(
    '/api/users/:id/credits',
    {
      ...forAdmins(runtime, 'see the credits of others'),
      schema: { params: idParams, querystring: pageQuery, response: replies(historyReply) },
    },
    async (request) => {
      await requirePerson(runtime, request.params.id);
      return readHistory(runtime, request.params.id, request.query);
    },
  );

  app.post(
    '/api/users/:id/credits',
    {
      ...forAdmins(runtime, 'adjust credits'),
      schema: {
        params: idParams,
        body: adjustCreditsRequest,
        response: replies(currentUserReply),
      },
    },
    async (request) => {
      requireStepUp(runtime, request);
      const actorId = currentUser(request).id;
      const adjustment = { ...request.body, actorId, userId: request.params.id };
      return { user: toUser(runtime.config, await adjustCredits(runtime, adjustment)) };
    },
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

async function requirePerson({ db }: Runtime, userId: string): Promise<void> {
  const person = await findUserById(db, userId);
  if (!person || person.deletedAt) throw notFound('User');
}

async function readHistory(
  { db }: Runtime,
  userId: string,
  { cursor, limit }: z.output<typeof pageQuery>,
) {
  const before = cursor ? parseSeqCursor(cursor) : null;
  const found = await listHistory(db, userId, { before, limit: limit + 1 });
  const { page, last } = pageOf(found, limit);
  return { entries: page, nextCursor: last && writeSeqCursor(last.seq) };
}
