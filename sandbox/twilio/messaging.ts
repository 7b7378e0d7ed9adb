import type { FastifyInstance, FastifyReply } from 'fastify';
import { showPage } from './page.ts';

/** As in a new account that has passed its registration. */
const serviceSid = `MG${'5a'.repeat(16)}`;

type Needs = { accountSid: string; refuse: (reply: FastifyReply, code: 20404) => unknown };

/** Twilio's pages "Services resource" and "UsAppToPerson resource", on another host there. Any service is verified. */
export function addMessagingRoutes(app: FastifyInstance, { accountSid, refuse }: Needs): void {
  const path = '/v1/Services';
  const showService = (sid: string) => ({
    account_sid: accountSid,
    sid,
    friendly_name: 'Sandbox',
    inbound_request_url: null,
    inbound_method: 'POST',
    use_inbound_webhook_on_number: true,
    us_app_to_person_registered: true,
    url: `https://messaging.twilio.com${path}/${sid}`,
  });

  app.get(path, async (request) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const page = showPage('services', path, query, [serviceSid], showService);
    return {
      services: page.services,
      meta: { page: page.page, page_size: page.page_size, key: 'services' },
    };
  });
  app.get<{ Params: { sid: string } }>(`${path}/:sid`, async ({ params: { sid } }, reply) =>
    /^MG[0-9a-f]{32}$/i.test(sid) ? showService(sid) : refuse(reply, 20404),
  );
  app.get<{ Params: { sid: string } }>(
    `${path}/:sid/Compliance/Usa2p`,
    async ({ params: { sid } }) => ({
      compliance: [
        {
          sid: `QE${'5a'.repeat(16)}`,
          account_sid: accountSid,
          messaging_service_sid: sid,
          brand_registration_sid: `BN${'5a'.repeat(16)}`,
          campaign_id: 'CSANDBX',
          campaign_status: 'VERIFIED',
          us_app_to_person_usecase: 'CUSTOMER_CARE',
          is_externally_registered: false,
          errors: [],
        },
      ],
      meta: { page: 0, page_size: 50, key: 'compliance' },
    }),
  );
}
