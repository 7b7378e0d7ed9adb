import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { uuidv7 } from 'uuidv7';
import { billingRoutes } from './billing/routes.ts';
import { stripeWebhookRoutes } from './billing/webhook-routes.ts';
import { aiTestingRoutes } from './desk/ai-testing/routes.ts';
import { cannedReplyRoutes } from './desk/canned-replies/routes.ts';
import { deskRoutes } from './desk/conversations/desk-routes.ts';
import { handoverRoutes } from './desk/conversations/handover-routes.ts';
import { threadRoutes } from './desk/conversations/routes.ts';
import { typedRoutes } from './desk/conversations/typed-routes.ts';
import { unpaidRoutes } from './desk/conversations/unpaid-routes.ts';
import { eventRoutes } from './desk/events/event-routes.ts';
import { labelRoutes } from './desk/labels/routes.ts';
import { noteRoutes } from './desk/notes/routes.ts';
import { presenceRoutes } from './desk/presence/presence-routes.ts';
import { savedViewRoutes } from './desk/saved-views/routes.ts';
import { searchRoutes } from './desk/search/routes.ts';
import { unansweredRoutes } from './desk/unanswered/routes.ts';
import { AppError } from './errors.ts';
import { hostRoutes } from './experts/branding/host-routes.ts';
import { brandingRoutes } from './experts/branding/routes.ts';
import { getBranding } from './experts/branding/service.ts';
import { readBrandedFiles } from './experts/branding/site-files.ts';
import { expertChecklistRoutes } from './experts/checklist-routes.ts';
import { imageRoutes } from './experts/image-routes.ts';
import { apiTokenRoutes } from './experts/knowledge/api-token-routes.ts';
import { knowledgeRoutes } from './experts/knowledge/routes.ts';
import { providerRoutes } from './experts/providers/routes.ts';
import { expertRoutes } from './experts/routes.ts';
import { logRequests } from './http/access-log.ts';
import { answerUnreadable, refuseExpectations, setAnswerHeaders } from './http/answer-headers.ts';
import { acceptJson } from './http/api.ts';
import { describeApi } from './http/docs.ts';
import { closeConnectionsDuring } from './http/drain.ts';
import {
  addressUnknown,
  answerErrors,
  answerFrameworkError,
  answerNotFound,
} from './http/error-replies.ts';
import { readVisit } from './http/from-here.ts';
import { healthRoutes } from './http/health-routes.ts';
import { limitOpenBodies } from './http/limit-open-bodies.ts';
import { limitPipelines } from './http/limit-pipelines.ts';
import { noticeProxies } from './http/notice-proxies.ts';
import { pathOf } from './http/path-of.ts';
import { limitRequests } from './http/rate-limits.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { type SiteMiddleware, serveSite, serveThrough } from './http/site/static-site.ts';
import { limitUnreadAnswers } from './http/unread-answers.ts';
import { dropUnusedConnections } from './http/unused-connections.ts';
import { safetyRoutes } from './journey/safety/routes.ts';
import { webhookRoutes } from './journey/webhook/routes.ts';
import { alertRoutes } from './operations/alerts/routes.ts';
import { analyticsRoutes } from './operations/analytics/routes.ts';
import { connectGauges } from './operations/connect-gauges.ts';
import { doctorRoutes } from './operations/doctor/routes.ts';
import { restoreRoutes } from './operations/restore/routes.ts';
import { setupRoutes } from './operations/setup/routes.ts';
import { accountRoutes } from './people/account/routes.ts';
import { connectRoutes } from './people/connections/connect-routes.ts';
import { phoneRoutes } from './people/connections/phone-routes.ts';
import { peopleRoutes } from './people/directory/routes.ts';
import { ownerLinkRoutes } from './people/owner/owner-link-routes.ts';
import { passwordRoutes } from './people/passwords/password-routes.ts';
import { secondFactorRoutes } from './people/second-factor/second-factor-routes.ts';
import { authRoutes } from './people/sign-in/routes.ts';
import { sessionRoutes } from './people/sign-in/session-routes.ts';
import { teamRoutes } from './people/team/routes.ts';
import type { Runtime } from './runtime.ts';

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
      await serveSite(site, {
        brandingFor: (request) => getBranding(runtime, readVisit(request)),
        readFiles: readBrandedFiles,
      });
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
  refuseExpectations(app);
  answerErrors(app);
  noticeProxies(runtime, app);
  connectGauges(runtime);
  limitOpenBodies(app);
  limitUnreadAnswers(app);
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
  await knowledgeRoutes(api, runtime);
  await apiTokenRoutes(api, runtime);
  await connectRoutes(api, runtime);
  await expertChecklistRoutes(api, runtime);
  await imageRoutes(api, runtime);
  await threadRoutes(api, runtime);
  await handoverRoutes(api, runtime);
  await unpaidRoutes(api, runtime);
  await deskRoutes(api, runtime);
  await typedRoutes(api, runtime);
  await presenceRoutes(api, runtime);
  await cannedReplyRoutes(api, runtime);
  await labelRoutes(api, runtime);
  await savedViewRoutes(api, runtime);
  await unansweredRoutes(api, runtime);
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
