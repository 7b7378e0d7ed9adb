import { channelFor } from '#server/channels/index.ts';
import type { WhatsAppApp } from '#server/channels/whatsapp/graph.ts';
import { signMeta } from '#server/channels/whatsapp/signature.ts';
import { describeChannelJourney, type GatewayRequest } from '#test/channel-journey-suite.ts';

const phoneNumberId = '106540352242922';
const metadata = { display_phone_number: '12025550100', phone_number_id: phoneNumberId };

describeChannelJourney({
  channel: 'WHATSAPP',
  expert: { phoneNumberId },
  arrivesAs: 'delivered',
  afterLostCall: 'failed',
  driver(test) {
    const { config } = test.runtime;
    const app = channelFor(config, 'WHATSAPP')?.settings as WhatsAppApp;

    const sign = (body: string, secret = app.appSecret): GatewayRequest => ({
      url: `${config.publicUrl}/api/webhooks/whatsapp`,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signMeta(body, secret),
      },
      body,
    });
    const notice = (...values: object[]) =>
      sign(
        JSON.stringify({
          object: 'whatsapp_business_account',
          entry: [
            {
              id: '102290129340398',
              changes: values.map((value) => ({
                field: 'messages',
                value: { messaging_product: 'whatsapp', metadata, ...value },
              })),
            },
          ],
        }),
      );
    const message = ({ id, from }: { id: string; from: string }, content: object) => ({
      id: `wamid.${id}`,
      from: from.slice(1),
      timestamp: '1749416383',
      ...content,
    });
    const text = (written: { id: string; from: string; body: string }) =>
      message(written, { type: 'text', text: { body: written.body } });

    return {
      text: (written) => notice({ messages: [text(written)] }),
      batch: (texts) => [
        notice(
          { messages: texts.slice(0, 3).map(text) },
          ...texts.slice(3).map((written) => ({ messages: [text(written)] })),
        ),
      ],
      unreadable: (written) =>
        notice({
          messages: [message(written, { type: 'audio', audio: { id: '1', voice: true } })],
        }),
      forged: ({ body }) => sign(body.toString(), 'a guess'),
      malformed: () => [
        sign(''),
        sign('[]'),
        sign('{"object":"whatsapp_business_account","entry":"x"}'),
      ],
      status: ({ id, gatewayMessageId, to }, status) =>
        notice({
          statuses: [
            {
              id: gatewayMessageId,
              status,
              timestamp: '1749416384',
              recipient_id: to.slice(1),
              biz_opaque_callback_data: id,
              ...(status === 'failed' && { errors: [{ code: 131026, title: 'Undeliverable' }] }),
            },
          ],
        }),
      outbox: (person) =>
        test.sandbox.outbox.filter(({ to }) => to === person).map(({ body }) => body),
      plan(person, failure) {
        const kind = failure === '429' ? '130429' : failure;
        test.sandbox.planFailure(person, kind && { kind, times: 1 }, 'WHATSAPP');
      },
    };
  },
});
