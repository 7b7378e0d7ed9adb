import { readFileSync } from 'node:fs';
import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { aText, describeChannel } from '#test/channel-suite.ts';
import type { WebhookRequest } from '../channel.ts';
import { decodeText } from '../decode-text.ts';
import { SendError, type SendFailure, sendFailures } from '../send-error.ts';
import { sms } from './handler.ts';
import { findTwilioTexts } from './rest.ts';
import { isTwilioSignature, signTwilio } from './signature.ts';
import { twilioErrors } from './statuses.ts';

const settings = {
  accountSid: 'AC00112233445566778899aabbccddeeff',
  authToken: 'an-auth-token',
  messagingServiceSid: undefined,
  apiUrl: 'https://api.twilio.example',
  answersKeywords: true,
  chatUrl: 'sms:',
};
const fixture = (name: string) =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

function sign(rawBody: string): WebhookRequest {
  const url = 'https://chat.example.com/api/webhooks/experts/e1?delivery=d1';
  // The reference is Twilio's own library.
  const fields = Object.fromEntries(new URLSearchParams(rawBody));
  const signature = twilio.getExpectedTwilioSignature(settings.authToken, url, fields);
  const contentType = 'application/x-www-form-urlencoded; charset=UTF-8';
  return {
    url,
    rawBody: Buffer.from(rawBody),
    headers: { 'content-type': contentType, 'x-twilio-signature': signature },
  };
}

function form(name: string, change: Record<string, string | undefined>): WebhookRequest {
  const fields = new URLSearchParams(fixture(name));
  for (const [key, value] of Object.entries(change)) {
    if (value !== undefined) fields.set(key, value);
  }
  return sign(fields.toString());
}

const refusal = (code: number, message: string, status = 400) => ({
  status,
  body: JSON.stringify({
    code,
    message,
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  }),
});

describeChannel({
  channel: sms,
  settings,
  signatureCovers: ['body', 'address'],
  textWebhook: ({ body, from } = {}) => form('inbound.form', { Body: body, From: from }),
  statusWebhook: (MessageStatus, ErrorCode) => form('status.form', { MessageStatus, ErrorCode }),
  malformed: sign('Body=hello'),
  statuses: {
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    undelivered: 'failed',
    failed: 'failed',
  },
  accepted: { body: fixture('created.json'), id: 'SM11112222333344445555666677778888' },
  refusals: [
    {
      name: '21610',
      ...refusal(21610, 'Attempt to send to unsubscribed recipient'),
      kind: 'opted_out',
    },
    { name: '21211', ...refusal(21211, "Invalid 'To' Phone Number"), kind: 'invalid_number' },
    {
      name: '21606',
      ...refusal(21606, "The 'From' number is not valid"),
      kind: 'sender_not_allowed',
    },
    {
      name: '21617',
      ...refusal(21617, 'The concatenated message body exceeds 1600'),
      kind: 'too_long',
    },
    { name: '20003', ...refusal(20003, 'Authenticate', 401), kind: 'credentials' },
    { name: 'an unlisted code', ...refusal(29999, 'Something new'), kind: 'rejected' },
  ],
  tooManyRequests: { body: refusal(20429, 'Too Many Requests', 429).body },
});

describe("SMS: Twilio's webhooks and calls", () => {
  it.each([
    ['https://mycompany.com/myapp.php?foo=1&bar=2', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['https://mycompany.com:443/myapp.php?foo=1&bar=2', 'kvajT1Ptam85bY51eRf/AJRuM3w='],
    ['http://mycompany.com:80/myapp.php?foo=1&bar=2', '0ZXoZLH/DfblKGATFgpif+LLRf4='],
  ])("signs %s as Twilio's documents do", (url, expected) => {
    const fields: [string, string][] = [
      ['To', '+18005551212'],
      ['CallSid', 'CA1234567890ABCDE'],
      ['Digits', '1234'],
      ['Caller', '+14158675309'],
      ['From', '+14158675309'],
    ];
    expect(signTwilio(url, fields, '12345')).toBe(expected);
  });

  it.each([
    ['with a last slash', 'https://mycompany.com/myapp.php/?foo=1'],
    ['with the default port', 'https://mycompany.com:443/myapp.php?foo=1'],
    ['with both', 'https://mycompany.com:443/myapp.php/?foo=1'],
  ])('knows the address as an admin may have typed it, %s', (_, typed) => {
    const known = 'https://mycompany.com/myapp.php?foo=1';
    const request = { rawBody: Buffer.alloc(0), form: new URLSearchParams({ Body: 'Hi' }) };
    for (const [signed, url] of [
      [typed, known],
      [known, typed],
    ] as const) {
      const signature = signTwilio(signed, request.form, '12345');
      expect(isTwilioSignature(signature, { ...request, url }, '12345')).toBe(true);
    }
  });

  it.each([
    'https://mycompany.com:8443/myapp.php?foo=1',
    'http://mycompany.com/myapp.php?foo=1',
    'https://mycompany.com/myapp.php?foo=2',
    'https://mycompany.com/myapp.php//?foo=1',
    'https://evil.example/myapp.php?foo=1',
  ])('knows no other address: %s', (signed) => {
    const url = 'https://mycompany.com/myapp.php?foo=1';
    const request = { url, rawBody: Buffer.alloc(0), form: new URLSearchParams({ Body: 'Hi' }) };
    const signature = signTwilio(signed, request.form, '12345');
    expect(isTwilioSignature(signature, request, '12345')).toBe(false);
  });

  it("refuses a form of thousands of fields, whose signature would cost a stranger's request half a second", () => {
    const withFields = (count: number) =>
      sign(
        `AccountSid=${settings.accountSid}${Array.from({ length: count }, (_, n) => `&K${n}=`).join('')}`,
      );
    expect(sms.verify(withFields(200), settings)).toBe('valid');
    expect(sms.verify(withFields(2_000), settings)).toBe('forged');
  });

  it('checks a JSON body by the hash in the address', () => {
    const hash = '0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';
    const url = `https://mycompany.com/myapp.php?foo=1&bar=2&bodySHA256=${hash}`;
    const rawBody = Buffer.from('{"property": "value", "boolean": true}');
    const signature = 'a9nBmqA0ju/hNViExpshrM61xv4=';
    expect(isTwilioSignature(signature, { url, rawBody, form: null }, '12345')).toBe(true);
    const changed = { url, rawBody: Buffer.from(`${rawBody} `), form: null };
    expect(isTwilioSignature(signature, changed, '12345')).toBe(false);
  });

  it("uses Twilio's complete message id, so that a repeated message counts once", () => {
    expect(sms.parse(form('inbound.form', {}), settings)).toEqual([
      {
        kind: 'message',
        gatewayAccount: settings.accountSid,
        gatewayMessageId: 'SM0a1b2c3d4e5f60718293a4b5c6d7e8f9',
        from: '+12025550143',
        to: '+12025550100',
        content: 'words',
        media: [],
        quotedGatewayId: null,
        segments: 1,
        body: 'Is 1/2 + 1/3 more than 100% & why?',
        keywordAnswered: null,
      },
    ]);
  });

  it('recognizes that Twilio has answered a keyword itself', () => {
    const [event] = sms.parse(
      form('inbound.form', { Body: 'arrêt', OptOutType: 'STOP' }),
      settings,
    );
    expect(event).toMatchObject({ keywordAnswered: 'STOP' });
  });

  it("lists the pictures of a message in Twilio's order", () => {
    const [event] = sms.parse(sign(fixture('inbound-mms.form')), settings);
    const media = 'https://api.twilio.com/2010-04-01/Accounts/AC00112233445566778899aabbccddeeff';
    expect(event).toMatchObject({
      kind: 'message',
      gatewayMessageId: 'MM0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      body: '',
      content: 'words',
      media: [
        { url: expect.stringContaining(`${media}/Messages/MM`), contentType: 'image/jpeg' },
        { url: expect.stringMatching(/ME0{31}2$/), contentType: 'image/png' },
      ],
      segments: 1,
    });
  });

  it.each([
    ['a voice message', { Body: '' }, 'unreadable', '[Voice message]'],
    ['a video', { Body: '', MediaContentType0: 'video/3gpp' }, 'unreadable', '[Video]'],
    ['a card', { Body: '', MediaContentType0: 'text/vcard' }, 'unreadable', '[File]'],
    ['a voice message with words', { Body: 'Listen' }, 'words', 'Listen'],
    ['an older card', { Body: '', MediaContentType0: 'text/x-vcard' }, 'unreadable', '[File]'],
    ['a picture of an iPhone', { Body: '', MediaContentType0: 'image/heic' }, 'words', ''],
    ['bytes', { Body: '', MediaContentType0: 'application/octet-stream' }, 'words', ''],
    ['a text that came as a file', { Body: '', MediaContentType0: 'text/plain' }, 'words', ''],
    [
      'a voice message in capitals, without a count',
      { Body: '', MediaContentType0: 'AUDIO/AMR', NumMedia: '' },
      'unreadable',
      '[Voice message]',
    ],
  ])('keeps %s', (_, change, content, body) => {
    const MediaUrl0 = 'https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0';
    const media = { NumMedia: '1', MediaContentType0: 'audio/amr', MediaUrl0 };
    const [event] = sms.parse(form('inbound.form', { ...media, ...change }), settings);
    expect(event).toMatchObject({ content, body });
  });

  it.each([
    ['no body at all', { Body: null }, 'words', ''],
    ['a tapped button', { Body: '', ButtonText: 'Yes', ButtonPayload: 'y' }, 'words', 'Yes'],
    ['a choice from a list', { Body: '', ListTitle: 'Express', ListId: 'x' }, 'words', 'Express'],
    [
      'a place',
      { Body: '', Latitude: '1.5', Longitude: '2', Label: 'Zoo', Address: '1 Main St' },
      'unreadable',
      '[Place: Zoo, 1 Main St]',
    ],
    ['a place without a name', { Body: '', Latitude: '1.5' }, 'unreadable', '[Place]'],
    [
      'a type of tomorrow',
      { Body: '', MessageType: 'hologram', ChannelMetadata: '{"type":"rcs"}' },
      'unreadable',
      "[A message that can't be shown here]",
    ],
    ['fields of tomorrow', { Body: 'Hi', MessageType: 'text', Mood: 'good' }, 'words', 'Hi'],
    ['a number of ours that is left empty', { Body: 'Hi', To: '' }, 'words', 'Hi'],
    ['a message with a status', { Body: 'Hi', SmsStatus: 'receiving' }, 'words', 'Hi'],
  ])('reads %s', (_, change, content, body) => {
    const { rawBody, ...request } = form('inbound.form', {});
    const fields = new URLSearchParams(rawBody.toString());
    for (const [name, value] of Object.entries(change)) {
      if (value === null) fields.delete(name);
      else fields.set(name, value);
    }
    const written = { ...request, rawBody: Buffer.from(fields.toString()) };
    expect(sms.parse(written, settings)).toMatchObject([{ content, body }]);
  });

  it('reads a report that has only the older name of its status', () => {
    const old = form('inbound.form', { SmsStatus: 'delivered' });
    expect(sms.parse(old, settings)).toMatchObject([{ kind: 'status', state: 'delivered' }]);
  });

  it('leaves out how a phone arranges the other files', () => {
    const MediaUrl0 = 'https://api.twilio.com/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0';
    const files = {
      ...{ NumMedia: '2', MediaUrl0, MediaContentType0: 'application/smil' },
      ...{ MediaUrl1: `${MediaUrl0}1`, MediaContentType1: 'text/plain' },
    };
    const [event] = sms.parse(form('inbound.form', { ...files, Body: '' }), settings);
    expect(event).toMatchObject({ media: [{ contentType: 'text/plain' }] });
  });

  it("ignores counts that aren't numbers", () => {
    const counts = { NumMedia: '1e9', NumSegments: 'many' };
    const [event] = sms.parse(form('inbound.form', counts), settings);
    expect(event).toMatchObject({ media: [], segments: null });
    const [many] = sms.parse(form('inbound.form', { NumSegments: '99999' }), settings);
    expect(many).toMatchObject({ segments: null });
  });

  it.each([
    'application/x-www-form-urlencoded; charset=UTF-8',
    'Application/X-WWW-Form-Urlencoded',
  ])('recognizes a form by its content type, however it is spelled: %s', (type) => {
    const { headers, ...request } = form('inbound.form', {});
    const written = { ...request, headers: { ...headers, 'content-type': type } };
    expect(sms.verify(written, settings)).toBe('valid');
    expect(sms.parse(written, settings)).toMatchObject([{ kind: 'message' }]);
  });

  it('opens a chat, with prepared text or none', () => {
    const our = { address: '+12025550100', senderId: null };
    expect(sms.createChatLink(our, '1 + 1?', settings)).toBe(
      'sms:+12025550100?&body=1%20%2B%201%3F',
    );
    expect(sms.createChatLink(our, '', settings)).toBe('sms:+12025550100');
  });

  it('says why a text was not delivered', () => {
    const report = form('status.form', { MessageStatus: 'undelivered', ErrorCode: '30003' });
    const [event] = sms.parse(report, settings);
    expect(event).toMatchObject({
      state: 'failed',
      failure: { kind: 'unreachable', detail: expect.stringMatching(/^Twilio 30003: The phone/) },
    });
  });

  it('acknowledges with an empty TwiML answer', () => {
    expect(sms.acknowledge()).toEqual({
      status: 200,
      contentType: 'text/xml',
      body: '<Response/>',
    });
  });

  it('posts what Twilio documents, with the callback and the credentials', async () => {
    let request: { url: string; init: RequestInit | undefined } | undefined;
    await sms.send(
      aText({
        to: '+12025550143',
        address: '+12025550100',
        body: 'Hi & bye',
        callbackUrl: 'https://c.example/cb',
      }),
      settings,
      async (url, init) => {
        request = { url: String(url), init };
        return new Response(fixture('created.json'), { status: 201 });
      },
    );
    expect(request?.url).toBe(
      `https://api.twilio.example/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
    );
    expect(new Headers(request?.init?.headers).get('authorization')).toBe(
      `Basic ${btoa(`${settings.accountSid}:${settings.authToken}`)}`,
    );
    expect(Object.fromEntries(request?.init?.body as URLSearchParams)).toEqual({
      To: '+12025550143',
      From: '+12025550100',
      Body: 'Hi & bye',
      StatusCallback: 'https://c.example/cb',
    });
  });

  it.each([
    ['whatsapp:+12025550143', '+12025550143'],
    ['whatsapp:US.13491208655302741918', 'whatsapp:US.13491208655302741918'],
  ])('answers by WhatsApp who writes by WhatsApp through Twilio: %s', async (from, person) => {
    const To = 'whatsapp:+12025550100';
    const written = form('inbound.form', { From: from, To, ProfileName: 'J' });
    const [event] = sms.parse(written, settings);
    const route = { to: from, from: To };
    expect(event).toMatchObject({ kind: 'message', from: person, to: '+12025550100', route });
    let sent: unknown;
    await sms.send(aText({ to: from, address: '+12025550100' }), settings, async (_, init) => {
      sent = Object.fromEntries(init?.body as URLSearchParams);
      return new Response(fixture('created.json'), { status: 201 });
    });
    expect(sent).toMatchObject({ To: from, From: 'whatsapp:+12025550100' });
  });

  it.each([
    ['rcs:+12025550143', '+12025550143', { to: 'rcs:+12025550143', from: 'rcs:brand_ada_agent' }],
    [
      'RcS:+1 (202) 555-0143',
      '+12025550143',
      { to: 'rcs:+12025550143', from: 'rcs:brand_ada_agent' },
    ],
    [
      'messenger:1234567',
      'messenger:1234567',
      { to: 'messenger:1234567', from: 'rcs:brand_ada_agent' },
    ],
    ['sms:+12025550143', '+12025550143', undefined],
    ['72345', '72345', undefined],
    ['AMAZON', 'AMAZON', undefined],
  ])('reads the sender %s', (From, from, route) => {
    const [event] = sms.parse(form('inbound.form', { From, To: 'rcs:brand_ada_agent' }), settings);
    expect(event).toMatchObject({ from, to: 'rcs:brand_ada_agent' });
    expect(Reflect.get(event ?? {}, 'route')).toEqual(route);
  });

  it('finds only the text whose send call got lost', async () => {
    const toListed = (sid: string, body: string, minute: string, direction = 'outbound-api') => ({
      sid,
      to: '+12025550143',
      body,
      direction,
      date_created: `Sat, 21 Nov 2026 10:${minute}:00 +0000`,
    });
    const page = [
      toListed('SM4', 'Yes.', '16'),
      toListed('SM3', 'Yes.', '15'),
      toListed('SM2', 'Yes.', '15', 'inbound'),
      toListed('SM1', 'No.', '15'),
      toListed('SM0', 'Yes.', '14'),
    ];
    let asked = '';
    const found = await findTwilioTexts(
      aText({ to: '+12025550143', address: '+12025550100', body: 'Yes.' }),
      new Date('2026-11-21T10:15:00Z'),
      settings,
      async (url) => {
        asked = String(url);
        return Response.json({ messages: page });
      },
    );
    expect(found).toEqual(['SM3', 'SM4']);
    expect(new URL(asked).searchParams.get('To')).toBe('+12025550143');
    expect(new URL(asked).searchParams.get('DateSent>')).toBe('2026-11-21');
  });

  it.each([
    ['a trial account', 'Sent from your Twilio trial account - It’s 5 – 👍'],
    ['Smart Encoding', "It's 5 - 👍"],
  ])('finds a text that was changed by %s', async (_, body) => {
    const date_created = 'Sat, 21 Nov 2026 10:15:00 +0000';
    const listed = { sid: 'SM1', to: null, body, direction: 'outbound-api', date_created };
    const found = await findTwilioTexts(
      aText({ body: 'It’s 5 – 👍' }),
      new Date('2026-11-21T10:15:00Z'),
      settings,
      async () => Response.json({ messages: [listed] }),
    );
    expect(found).toEqual(['SM1']);
  });
});

/** As Twilio's dictionary groups them. */
const documented = {
  'of every call': [20003, 20404, 20429, 20500],
  'of a send that is refused': [
    14107, 21211, 21212, 21266, 21408, 21602, 21603, 21604, 21606, 21608, 21609, 21610, 21611,
    21612, 21614, 21617, 21619, 21635, 21654, 21655, 21656, 21703, 21910,
  ],
  'of a text on its way': [
    30001, 30002, 30003, 30004, 30005, 30006, 30007, 30008, 30022, 30023, 30027, 30032, 30034,
    30410, 30450,
  ],
  'of other channels': [63003, 63007, 63013, 63014, 63015, 63016, 63018, 63024, 63038, 63051],
};

describe('SMS: error codes', () => {
  const rows = Object.entries(documented).flatMap(([group, codes]) =>
    codes.map((code) => [code, group] as const),
  );

  it.each(rows)('%i (%s) has a kind and advice', (code) => {
    const report = form('status.form', { MessageStatus: 'failed', ErrorCode: String(code) });
    const [event] = sms.parse(report, settings);
    const { failure } = event as { failure: SendFailure };
    expect(Object.keys(sendFailures)).toContain(failure.kind);
    expect(failure.detail).toMatch(new RegExp(`^Twilio ${code}: [A-Z].{10,}\\.$`));
  });

  it.each(rows)('%i (%s) means the same in the answer to a send', async (code) => {
    const status = code === 20429 ? 429 : code === 20500 ? 500 : 400;
    const answer = Response.json({ code, message: 'Their words' }, { status });
    const failed = sms.send(aText(), settings, async () => answer);
    const [kind] = twilioErrors[code] ?? [];
    const detail = expect.stringMatching(new RegExp(`^Twilio ${code}: (?!.*Their words)`));
    await expect(failed).rejects.toMatchObject({ failure: { kind, detail } });
  });

  it('handles exactly the documented codes', () => {
    const known = Object.keys(twilioErrors).map(Number);
    expect(known).toEqual(rows.map(([code]) => code).sort((a, b) => a - b));
  });

  it.each([
    ['queued', null],
    ['accepted', null],
    ['scheduled', null],
    ['sending', null],
    ['receiving', null],
    ['received', null],
    ['sent', 'sent'],
    ['partially_delivered', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('maps the status %s to %s', (MessageStatus, state) => {
    const events = sms.parse(form('status.form', { MessageStatus }), settings);
    expect(events).toMatchObject(state ? [{ kind: 'status', state }] : []);
  });
});

describe('SMS: segments', () => {
  it.each([
    ['nothing', '', 1],
    ['160 of GSM-7', 'a'.repeat(160), 1],
    ['161 of GSM-7', 'a'.repeat(161), 2],
    ['306 of GSM-7', 'a'.repeat(306), 2],
    ['307 of GSM-7', 'a'.repeat(307), 3],
    ['80 signs that count two', '€'.repeat(80), 1],
    ['81 signs that count two', '€'.repeat(81), 2],
    ['all signs that count two', '^{}\\[~]|€'.repeat(9), 2],
    ['70 of UCS-2', 'ш'.repeat(70), 1],
    ['71 of UCS-2', 'ш'.repeat(71), 2],
    ['134 of UCS-2', 'ш'.repeat(134), 2],
    ['135 of UCS-2', 'ш'.repeat(135), 3],
    ['35 emoji', '😀'.repeat(35), 1],
    ['36 emoji', '😀'.repeat(36), 2],
    ['one curly quote among 100 letters', `${'a'.repeat(100)}’`, 2],
    ['a new page', '\f'.repeat(80), 1],
  ])('%s', (_, text, segments) => {
    expect(sms.countSegments?.(text)).toBe(segments);
  });
});

describe('SMS: pictures', () => {
  const url = `${settings.apiUrl}/2010-04-01/Accounts/AC0/Messages/MM0/Media/ME0`;
  const source = (address: string | null) => ({ url: address, id: null, contentType: 'image/png' });
  function storage(answers: Record<string, () => Response>) {
    const asked: [string, string | null][] = [];
    const call: typeof fetch = async (address, init) => {
      asked.push([String(address), new Headers(init?.headers).get('authorization')]);
      return answers[String(address)]?.() ?? new Response(null, { status: 404 });
    };
    return { asked, call };
  }
  const redirectTo = (location: string) => () =>
    new Response(null, { status: 307, headers: { location } });
  const fetchMedia = (address: string | null, call: typeof fetch) =>
    sms.fetchMedia?.(source(address), settings, call);

  it("are fetched with the account's credentials, which the storage does not get", async () => {
    const stored = 'https://media.storage.example/picture?token=1';
    const { asked, call } = storage({
      [url]: redirectTo(stored),
      [stored]: () => new Response('bytes', { headers: { 'content-type': 'image/png; q=1' } }),
    });
    expect(await fetchMedia(url, call)).toEqual({
      bytes: Buffer.from('bytes'),
      contentType: 'image/png',
    });
    const basic = `Basic ${btoa(`${settings.accountSid}:${settings.authToken}`)}`;
    expect(asked).toEqual([
      [url, basic],
      [stored, null],
    ]);
  });

  it("on Twilio's own host are fetched from the API in the settings", async () => {
    const { asked, call } = storage({ [url]: () => new Response('bytes') });
    await fetchMedia(url.replace(settings.apiUrl, 'https://api.twilio.com'), call);
    expect(asked).toEqual([[url, expect.stringContaining('Basic ')]]);
  });

  it.each([
    ['none', null],
    ['no address', 'picture.png'],
    ['another host', 'https://evil.example/picture'],
    ['one that only begins alike', 'https://api.twilio.example.evil.example/picture'],
    ['not encrypted', 'http://api.twilio.com/picture'],
    ["Twilio's name in another place", 'https://evil.example/api.twilio.com'],
  ])('are not fetched from an address that is %s', async (_, address) => {
    const { asked, call } = storage({});
    await expect(fetchMedia(address, call)).rejects.toMatchObject({
      failure: { kind: 'rejected' },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://database.internal/',
    'https://intranet/',
    'file:///etc/passwd',
  ])('never lead into our own network: %s', async (inside) => {
    const { asked, call } = storage({ [url]: redirectTo(inside) });
    await expect(fetchMedia(url, call)).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(asked).toHaveLength(1);
  });

  it('are given up after a redirect loop', async () => {
    const { asked, call } = storage({ [url]: redirectTo(url) });
    await expect(fetchMedia(url, call)).rejects.toBeInstanceOf(SendError);
    expect(asked.length).toBeLessThan(6);
  });

  it('are read up to 5 MB, whatever size is declared', async () => {
    let read = 0;
    const endless = new ReadableStream({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const { call } = storage({ [url]: () => new Response(endless) });
    await expect(fetchMedia(url, call)).rejects.toMatchObject({ failure: { kind: 'too_long' } });
    expect(read).toBeLessThan(10);
  });

  it.each([
    [500, 'gateway_error'],
    [408, 'gateway_error'],
    [404, 'gateway_error'],
    [429, 'rate_limited'],
    [410, 'rejected'],
    [401, 'credentials'],
    [403, 'credentials'],
  ])('report why they failed with %i', async (status, kind) => {
    const code = status === 404 ? 20404 : 20003;
    const { call } = storage({ [url]: () => Response.json({ code, message: 'No' }, { status }) });
    await expect(fetchMedia(url, call)).rejects.toMatchObject({
      failure: { kind, detail: expect.stringMatching(`^Twilio ${status}: `) },
    });
    await expect(fetchMedia(url, call)).rejects.not.toThrow('TWILIO_ACCOUNT_SID');
  });

  it('are asked for again when the link to the storage has expired', async () => {
    const stored = 'https://media.storage.example/picture?token=1';
    const refuse = () => new Response('<Error>Request has expired</Error>', { status: 403 });
    const { call } = storage({ [url]: redirectTo(stored), [stored]: refuse });
    const failed = fetchMedia(url, call);
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'gateway_error' } });
  });

  it('may be a text in any charset', async () => {
    const say = (bytes: Buffer, type: string) =>
      storage({ [url]: () => new Response(bytes, { headers: { 'content-type': type } }) }).call;
    const texts: [Buffer, string][] = [
      [Buffer.from('Größe 👍'), 'text/plain'],
      [Buffer.from('Größe 👍'), 'text/plain; charset=us-ascii'],
      [Buffer.from('Größe', 'latin1'), 'text/plain; charset="iso-8859-1"'],
      [Buffer.from('Größe', 'latin1'), 'text/plain; charset=utf-8'],
      [Buffer.from('Größe', 'utf16le'), 'text/plain; charset=UTF-16LE'],
      [Buffer.from('\uFEFFGröße', 'utf16le'), 'text/plain'],
      [Buffer.from('Größe'), 'text/plain; charset=klingon'],
    ];
    for (const [bytes, type] of texts) {
      const media = await fetchMedia(url, say(bytes, type));
      expect(media && decodeText(media), type).toMatch(/^Größe( 👍)?$/);
    }
  });
});

describe('SMS: formatting an answer', () => {
  it.each([
    [
      'marks of Markdown',
      '## Sum\n\n**Five** _sixths_, see `5/6`.',
      ['Sum\n\nFive sixths, see 5/6.'],
    ],
    ['a list', '* one\n* two', ['- one\n- two']],
    [
      'a link',
      'Read [the rule](https://example.com/a_b_c).',
      ['Read the rule (https://example.com/a_b_c).'],
    ],
    ['typographic marks', '“It’s done” – really…', ['"It\'s done" - really...']],
    ['typographic marks beside emoji, where they cost nothing', '“It’s” 👍', ['“It’s” 👍']],
    [
      'names with underscores',
      'Use snake_case_names and 2*3*4.',
      ['Use snake_case_names and 2*3*4.'],
    ],
    [
      'addresses with marks in them',
      'See https://example.com/__init__.py and https://example.com/a__b__c.',
      ['See https://example.com/__init__.py and https://example.com/a__b__c.'],
    ],
    ['code', '`2 ** 3` or\n```\n**kwargs\n```', ['2 ** 3 or\n**kwargs']],
    [
      'everything at once',
      '# Plan ##\n\n![A chart](https://a.example/c.png)\n> **Note\nwell**: ~~old~~ new\n\n* * *\n\n| a | b |\n|---|:---:|\n| *1* | __2__ |\n\n***both*** ([x](https://b.example)) a*b*c',
      [
        'Plan\n\nA chart: https://a.example/c.png\nNote\nwell: old new\n\na | b\n1 | 2\n\nboth (x (https://b.example)) a*b*c',
      ],
    ],
    ['a rule behind code', '```\nx = 1\n```\n\n---\n\nThen', ['x = 1\n\nThen']],
    ['a fence that nothing closes', '```js\n**bold**', ['**bold**']],
    ['marks that nothing closes', '**a **b [c](d ~~e', ['**a **b [c](d ~~e']],
    ['marks that are meant', '2 \\* 3, not \\_this\\_ __that__', ['2 * 3, not _this_ that']],
  ])('%s', (_, answer, parts) => {
    expect(sms.toParts(answer)).toEqual(parts);
  });

  it('splits at word ends into at most three parts and ends with a whole sentence', () => {
    const answer = 'Cut both into sixths, so that the pieces have one size. '.repeat(40);
    const parts = sms.toParts(answer);
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(480);
    const said = parts.join(' ').replace('\n\nReply MORE for the rest.', '');
    expect(said).toBe(answer.slice(0, said.length));
    expect(parts[2]).toMatch(/size\.\n\nReply MORE for the rest\.$/);
  });

  it('never splits a character', () => {
    const parts = sms.toParts('😀'.repeat(600));
    for (const part of parts) expect(part.isWellFormed()).toBe(true);
  });
});
