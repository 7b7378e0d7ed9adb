import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { uuidv7 } from 'uuidv7';
import { accountRoutes } from './account/routes.ts';
import { aiTestingRoutes } from './ai-testing/routes.ts';
import { alertRoutes } from './alerts/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { ownerLinkRoutes } from './auth/owner-link-routes.ts';
import { passwordRoutes } from './auth/password-routes.ts';
import { phoneRoutes } from './auth/phone-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor-routes.ts';
import { sessionRoutes } from './auth/session-routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { stripeWebhookRoutes } from './billing/webhook-routes.ts';
import { hostRoutes } from './branding/host-routes.ts';
import { brandingRoutes } from './branding/routes.ts';
import { getBranding } from './branding/service.ts';
import { cannedReplyRoutes } from './canned-replies/routes.ts';
import { connectGauges } from './connect-gauges.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { AppError } from './errors.ts';
import { expertChecklistRoutes } from './experts/checklist-routes.ts';
import { expertRoutes } from './experts/routes.ts';
import { logRequests } from './http/access-log.ts';
import { answerUnreadable, setAnswerHeaders } from './http/answer-headers.ts';
import { acceptJson } from './http/api.ts';
import { describeApi } from './http/docs.ts';
import { closeConnectionsDuring } from './http/drain.ts';
import {
  addressUnknown,
  answerErrors,
  answerFrameworkError,
  answerNotFound,
} from './http/error-replies.ts';
import { eventRoutes } from './http/event-routes.ts';
import { readVisit } from './http/from-here.ts';
import { healthRoutes } from './http/health-routes.ts';
import { limitOpenBodies } from './http/limit-open-bodies.ts';
import { limitPipelines } from './http/limit-pipelines.ts';
import { noticeProxies } from './http/notice-proxies.ts';
import { limitRequests } from './http/rate-limits.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { type SiteMiddleware, serveSite, serveThrough } from './http/static-site.ts';
import { dropUnusedConnections } from './http/unused-connections.ts';
import { imageRoutes } from './images/routes.ts';
import { pathOf } from './journal/journal.ts';
import { labelRoutes } from './labels/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { providerRoutes } from './providers/routes.ts';
import { restoreRoutes } from './restore/routes.ts';
import type { Runtime } from './runtime.ts';
import { safetyRoutes } from './safety/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { deskRoutes } from './threads/desk-routes.ts';
import { handoverRoutes } from './threads/handover-routes.ts';
import { presenceRoutes } from './threads/presence-routes.ts';
import { threadRoutes } from './threads/routes.ts';
import { unpaidRoutes } from './threads/unpaid-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

const jsonLimit = 100 * 1024;
/** Time to receive a whole request: enough for a picture over a slow line. */
const requestTimeoutMs = 120_000;
/** Beside two calls of a model. A connection on which nothing moves may be of a client that never reads its answer. */
const idleMs = 120_000;

export type AppOptions = {
  siteMiddleware?: SiteMiddleware | undefined;
  sandbox?: FastifyPluginAsync | undefined;
};

/** Each part is a separate Fastify context, so that webhooks skip the dashboard's headers, limits and log. */
export async function createApp(
  runtime: Runtime,
  { siteMiddleware, sandbox }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = createServer(runtime);
  await app.register((webhooks) => webhookRoutes(webhooks, runtime));
  await app.register((webhooks) => stripeWebhookRoutes(webhooks, runtime));
  await app.register((health) => healthRoutes(health, runtime));
  await app.register((api) => dashboardApi(api, runtime));
  if (sandbox) await app.register(sandbox, { prefix: '/sandbox' });
  else app.all('/sandbox', answerNotFound).all('/sandbox/*', answerNotFound);
  await app.register(async (site) => {
    await setSecurityHeaders(site, runtime.config, { hasContentPolicy: !siteMiddleware });
    if (siteMiddleware) await serveThrough(site, siteMiddleware);
    else
      await serveSite(site, { brandingFor: (request) => getBranding(runtime, readVisit(request)) });
  });
  return app;
}

/** Only this process knows its health and metrics. */
export async function createWorkerApp(runtime: Runtime): Promise<FastifyInstance> {
  const app = createServer(runtime);
  await healthRoutes(app, runtime);
  return app;
}

function createServer(runtime: Runtime): FastifyInstance {
  const { config, log, drain } = runtime;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ?? false,
    genReqId: () => uuidv7(),
    bodyLimit: jsonLimit,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleMs + 2 * config.replyTimeoutMs,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable,
    // Requests that arrive on an open connection during shutdown are served, too.
    return503OnClosing: false,
  });
  limitPipelines(app);
  setAnswerHeaders(app);
  answerErrors(app);
  noticeProxies(runtime, app);
  connectGauges(runtime);
  limitOpenBodies(app);
  dropUnusedConnections(app);
  closeConnectionsDuring(drain, app);
  return app;
}

async function dashboardApi(instance: FastifyInstance, runtime: Runtime): Promise<void> {
  const api = acceptJson(instance);
  logRequests(instance);
  await setSecurityHeaders(instance, runtime.config);
  await limitRequests(instance, runtime.peers);
  await describeApi(instance);

  await hostRoutes(api, runtime);
  await authRoutes(api, runtime);
  await secondFactorRoutes(api, runtime);
  await sessionRoutes(api, runtime);
  await phoneRoutes(api, runtime);
  await passwordRoutes(api, runtime);
  await ownerLinkRoutes(api, runtime);
  await accountRoutes(api, runtime);
  await peopleRoutes(api, runtime);
  await teamRoutes(api, runtime);
  await providerRoutes(api, runtime);
  await expertRoutes(api, runtime);
  await expertChecklistRoutes(api, runtime);
  await imageRoutes(api, runtime);
  await threadRoutes(api, runtime);
  await handoverRoutes(api, runtime);
  await unpaidRoutes(api, runtime);
  await deskRoutes(api, runtime);
  await presenceRoutes(api, runtime);
  await cannedReplyRoutes(api, runtime);
  await labelRoutes(api, runtime);
  await savedViewRoutes(api, runtime);
  await noteRoutes(api, runtime);
  await searchRoutes(api, runtime);
  await setupRoutes(api, runtime);
  await restoreRoutes(api, runtime);
  await doctorRoutes(api, runtime);
  await alertRoutes(api, runtime);
  await brandingRoutes(api, runtime);
  await billingRoutes(api, runtime);
  await analyticsRoutes(api, runtime);
  await safetyRoutes(api, runtime);
  await aiTestingRoutes(api, runtime);
  await eventRoutes(api, runtime);

  // Before a body is read: an unknown address gets 404 whatever was sent.
  for (const path of ['/api', '/api/*']) {
    const onRequest = async ({ id: reqId, url }: FastifyRequest) => {
      if (url.startsWith('/api/webhooks/')) {
        runtime.journal.notFound({ reason: 'address', path: pathOf(url), reqId });
      }
      throw new AppError(404, addressUnknown);
    };
    instance.all(path, { schema: { hide: true }, onRequest }, answerNotFound);
  }
}
