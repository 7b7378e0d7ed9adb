import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountId, appId, graphVersion, type MetaApp } from './app.ts';
import type { MetaCode } from './errors.ts';

type Needs = {
  app: MetaApp;
  publicUrl: () => string;
  refuse: (reply: FastifyReply, code: MetaCode) => unknown;
};

/** With the app's own token. */
export const subscriptionsRoute = `/${graphVersion}/${appId}/subscriptions`;

/** Meta's pages "debug_token", "subscribed_apps" and "app/subscriptions". */
export function addCheckRoutes(server: FastifyInstance, needs: Needs): void {
  const { app, publicUrl, refuse } = needs;
  const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];

  server.get<{ Querystring: { input_token?: string } }>(
    `/${graphVersion}/debug_token`,
    async ({ query }) => {
      const isValid = query.input_token === app.accessToken;
      if (!isValid) return { data: { is_valid: false, scopes: [] } };
      const granular = scopes.map((scope) => ({ scope, target_ids: [accountId] }));
      const facts = { app_id: appId, type: 'SYSTEM_USER', application: 'Sandbox', expires_at: 0 };
      return { data: { ...facts, is_valid: true, scopes, granular_scopes: granular } };
    },
  );
  server.get(`/${graphVersion}/${accountId}/subscribed_apps`, async () => ({
    data: [
      { whatsapp_business_api_data: { id: appId, name: 'Sandbox', link: 'https://example.com' } },
    ],
  }));
  server.get(subscriptionsRoute, async ({ headers }, reply) => {
    if (headers.authorization !== `Bearer ${appId}|${app.appSecret}`) return refuse(reply, 190);
    const fields = [{ name: 'messages', version: graphVersion }];
    const callback = `${publicUrl()}/api/webhooks/whatsapp`;
    const subscription = {
      object: 'whatsapp_business_account',
      callback_url: callback,
      active: true,
    };
    return { data: [{ ...subscription, fields }] };
  });
}
