import { channelFor } from '#server/channels/index.ts';
import type { TwilioAccount } from '#server/channels/sms/rest.ts';
import { signTwilio } from '#server/channels/sms/signature.ts';
import { describeChannelJourney, type GatewayRequest } from '#test/channel-journey-suite.ts';

const sidOf = (id: string) => `SM${Buffer.from(id).toString('hex').padStart(32, '0').slice(-32)}`;

describeChannelJourney({
  channel: 'SMS',
  settings: { TWILIO_ANSWERS_KEYWORDS: 'false' },
  arrivesAs: 'delivered',
  driver(test, expert) {
    const account = channelFor(test.runtime.config, 'SMS')?.settings as TwilioAccount;
    const webhook = `${test.runtime.config.publicUrl}/api/webhooks/experts/${expert.id}`;
    const identity = { AccountSid: account.accountSid, ApiVersion: '2010-04-01' };

    function sign(body: string, url = webhook, secret = account.authToken): GatewayRequest {
      return {
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': signTwilio(url, new URLSearchParams(body), secret),
        },
        body,
      };
    }
    const form = (fields: Record<string, string>, url?: string) =>
      sign(new URLSearchParams(fields).toString(), url);
    const text = (id: string, from: string, change: Record<string, string>) =>
      form({
        ...identity,
        MessageSid: sidOf(id),
        From: from,
        To: expert.phoneNumber as string,
        NumMedia: '0',
        NumSegments: '1',
        SmsStatus: 'received',
        ...change,
      });

    return {
      text: ({ id, from, body }) => text(id, from, { Body: body }),
      batch: (texts) => texts.map(({ id, from, body }) => text(id, from, { Body: body })),
      unreadable: ({ id, from }) =>
        text(id, from, {
          Body: '',
          NumMedia: '1',
          MediaContentType0: 'audio/amr',
          MediaUrl0: `${account.apiUrl}/2010-04-01/Accounts/${account.accountSid}/Messages/${sidOf(id)}/Media/ME0`,
        }),
      forged: (request) => sign(String(request.body), request.url, 'a guess'),
      malformed: () => [
        form({ ...identity, Body: 'Who am I?' }),
        form({ ...identity, MessageSid: '', From: '+12025550143', Body: 'Which one?' }),
        sign('%%%'),
        sign(''),
      ],
      status: ({ id, gatewayMessageId, to }, state) => {
        const MessageStatus = state === 'failed' ? 'undelivered' : state;
        return form(
          {
            ...identity,
            MessageSid: gatewayMessageId,
            MessageStatus,
            From: expert.phoneNumber as string,
            To: to,
            ...(state === 'failed' && { ErrorCode: '30003' }),
          },
          `${webhook}?delivery=${id}`,
        );
      },
      outbox: (person) =>
        test.sandbox.outbox.filter(({ to }) => to === person).map(({ body }) => body),
      plan: (person, kind) => test.sandbox.planFailure(person, kind && { kind, times: 1 }),
    };
  },
});
