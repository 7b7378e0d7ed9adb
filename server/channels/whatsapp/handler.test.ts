import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aText, describeChannel } from '#test/channel-suite.ts';
import { BadWebhook, type WebhookRequest } from '../channel.ts';
import { whatsapp } from './handler.ts';
import { signMeta } from './signature.ts';

const settings = {
  accessToken: 'a-token',
  appSecret: 'an-app-secret',
  verifyToken: 'a-verify-token',
  phoneNumberId: '106540352242922',
  apiUrl: 'https://graph.example',
  chatUrl: 'https://wa.me',
};
const fixture = (name: string) =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

/** Meta escapes what is not ASCII before it signs. */
function sign(body: string, secret = settings.appSecret): WebhookRequest {
  const escaped = body.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return {
    url: 'https://chat.example.com/api/webhooks/whatsapp',
    rawBody: Buffer.from(escaped),
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signMeta(escaped, secret),
    },
  };
}

const envelope = (value: object, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [{ field, value }] }],
});
const ours = {
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '12025550100', phone_number_id: settings.phoneNumberId },
};

function message(change: object): WebhookRequest {
  const original = JSON.parse(fixture('text.json'));
  const [first] = original.entry[0].changes[0].value.messages;
  return sign(JSON.stringify(envelope({ ...ours, messages: [{ ...first, ...change }] })));
}

function statusWebhook(status: string, code?: string): WebhookRequest {
  const report = JSON.parse(fixture('status.json'));
  const errors = code && [
    { code: Number(code), title: 'Failed', error_data: { details: 'As Meta says' } },
  ];
  Object.assign(report.entry[0].changes[0].value.statuses[0], { status }, errors && { errors });
  return sign(JSON.stringify(report));
}

const parse = (webhook: WebhookRequest) => whatsapp.parse(webhook, settings);

const refusal = (code: number, status = 400, is_transient?: boolean) => ({
  name: String(code),
  status,
  body: JSON.stringify({
    error: {
      message: `(#${code}) Something`,
      type: 'OAuthException',
      code,
      is_transient,
      error_data: { messaging_product: 'whatsapp', details: "In Meta's words" },
      fbtrace_id: 'A',
    },
  }),
});

describeChannel({
  channel: whatsapp,
  settings,
  signatureCovers: ['body'],
  textWebhook: ({ body, from } = {}) =>
    body === undefined
      ? sign(fixture('text.json'))
      : message({ text: { body }, ...(from && { from: from.slice(1) }) }),
  statusWebhook,
  malformed: sign('{"object":"whatsapp_business_account","entry":{}}'),
  statuses: {
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    played: 'read',
    failed: 'failed',
  },
  accepted: {
    body: fixture('accepted.json'),
    id: 'wamid.HBgLMTIwMjU1NTAxNDMVAgARGBI1RjQyNUE3NEYxMzAzMzQ5MkEA',
  },
  refusals: [
    { ...refusal(131047), kind: 'window_closed' },
    { ...refusal(131026), kind: 'unreachable' },
    { ...refusal(131030), kind: 'sender_not_allowed' },
    { ...refusal(190, 401), kind: 'credentials' },
    { ...refusal(230, 403), kind: 'sender_not_allowed' },
    { ...refusal(131048), kind: 'blocked' },
    { ...refusal(131021), kind: 'invalid_number' },
    { ...refusal(130429), kind: 'rate_limited' },
    { ...refusal(80007), kind: 'rate_limited' },
    { ...refusal(131000, 500), kind: 'gateway_error' },
    { ...refusal(131016, 503), kind: 'gateway_error' },
    { ...refusal(999_999), kind: 'rejected' },
    { ...refusal(999_999, 503), name: 'a new code with 503', kind: 'gateway_error' },
    { ...refusal(999_999, 429), name: 'a new code with 429', kind: 'rate_limited' },
    { ...refusal(999_999, 400, true), name: 'a new code that passes', kind: 'gateway_error' },
    { ...refusal(131026, 500), name: 'a known code with 500', kind: 'unreachable' },
    { name: 'a 401 without a code', status: 401, body: 'no', kind: 'credentials' },
  ],
  tooManyRequests: { body: refusal(130429).body },
});

describe("WhatsApp: Meta's webhooks", () => {
  it('accepts a signature made by openssl', () => {
    expect(signMeta('{"a":1}', 'secret')).toBe(
      'sha256=aa9e2e3575f5d7098b6caccd790888c36d5fdb63342a73bada2d6a51747a8494',
    );
    expect(whatsapp.verify(sign(fixture('text.json'), 'another'), settings)).toBe('forged');
  });

  it.each([
    ['subscribe', settings.verifyToken, '1158201444'],
    ['subscribe', 'another token', null],
    ['unsubscribe', settings.verifyToken, null],
  ])('answers %s with %s by %s', (mode, token, answer) => {
    const query = new URLSearchParams({
      'hub.mode': mode,
      'hub.challenge': '1158201444',
      'hub.verify_token': token,
    });
    expect(whatsapp.confirmAddress?.(query, settings)).toBe(answer);
  });

  it('reads a text with all of its ids', () => {
    expect(parse(sign(fixture('text.json')))).toEqual([
      {
        kind: 'message',
        gatewayAccount: '106540352242922',
        gatewayMessageId: 'wamid.HBgLMTIwMjU1NTAxNDMVAgASGBQzQTRBNjU5OUFFRTAzODEwMTQ0RgA=',
        from: '+12025550143',
        alias: 'US.13491208655302741918',
        to: '106540352242922',
        body: 'Is 1/2 + 1/3 more than 100% & why?',
        content: 'words',
        media: [],
        quotedGatewayId: null,
        sentAt: new Date('2025-06-08T20:59:43Z'),
        segments: null,
        keywordAnswered: null,
      },
    ]);
  });

  it('identifies a person who shows only a user name by the user id', () => {
    const [event] = parse(message({ from: undefined }));
    expect(event).toMatchObject({ from: 'US.13491208655302741918' });
  });

  const voice = { id: '1', mime_type: 'audio/ogg; codecs=opus', voice: true };
  const unreadable = { content: 'unreadable', media: [] };
  it.each([
    [
      'a quotation',
      { context: { from: '12025550100', id: 'wamid.q' } },
      { quotedGatewayId: 'wamid.q' },
    ],
    [
      'a picture',
      { type: 'image', image: { id: '77', mime_type: 'image/jpeg', sha256: 'S', caption: 'Mine' } },
      {
        body: 'Mine',
        content: 'words',
        media: [{ url: null, id: '77', contentType: 'image/jpeg', details: { sha256: 'S' } }],
      },
    ],
    [
      'a voice message',
      { type: 'audio', audio: voice },
      { ...unreadable, body: '[Voice message]' },
    ],
    ['audio', { type: 'audio', audio: { id: '1' } }, { ...unreadable, body: '[Audio]' }],
    [
      'a video',
      { type: 'video', video: { id: '1', mime_type: 'video/3gpp' } },
      { ...unreadable, body: '[Video]' },
    ],
    [
      'what is written under a video',
      { type: 'video', video: { id: '1', caption: 'Look' } },
      { content: 'words', body: 'Look', media: [{ url: null, id: '1', contentType: 'video/mp4' }] },
    ],
    [
      'a file',
      { type: 'document', document: { id: '1', filename: 'tax.pdf' } },
      { ...unreadable, body: '[Document: tax.pdf]' },
    ],
    [
      'a text that is sent as a file',
      { type: 'document', document: { id: '5', mime_type: 'text/plain', filename: 'a.txt' } },
      {
        content: 'words',
        body: '',
        media: [{ url: null, id: '5', contentType: 'text/plain' }],
      },
    ],
    [
      'what is written under a file',
      {
        type: 'document',
        document: { id: '1', filename: 'a.docx', mime_type: 'text/x', caption: 'STOP' },
      },
      { content: 'words', body: 'STOP', media: [{ url: null, id: '1', contentType: 'text/x' }] },
    ],
    [
      'what is written under a picture without an id',
      { type: 'image', image: { caption: 'Is this right?' } },
      { content: 'words', body: 'Is this right?', media: [] },
    ],
    [
      'a picture that is sent as a file',
      {
        type: 'document',
        document: { id: '78', filename: 'me.png', mime_type: 'image/png', caption: 'Me' },
      },
      {
        content: 'words',
        body: 'Me',
        media: [{ url: null, id: '78', contentType: 'image/png' }],
      },
    ],
    ['a sticker', { type: 'sticker', sticker: { id: '1' } }, { ...unreadable, body: '[Sticker]' }],
    [
      'a place',
      {
        type: 'location',
        location: { latitude: 1, longitude: 2, name: 'Zoo', address: '1 Main St' },
      },
      { ...unreadable, body: '[Place: Zoo, 1 Main St]' },
    ],
    [
      'a contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Leo' }, phones: [] }] },
      { ...unreadable, body: '[Contact: Leo]' },
    ],
    ['an order', { type: 'order', order: {} }, { ...unreadable, body: '[Order]' }],
    [
      'what is written with an order',
      { type: 'order', order: { catalog_id: '1', text: 'In blue?', product_items: [] } },
      { content: 'words', body: 'In blue?', media: [] },
    ],
    [
      'what WhatsApp does not pass on',
      { type: 'unsupported', errors: [{ code: 131051, title: 'Unsupported' }] },
      { ...unreadable, body: "[A message that can't be shown here]" },
    ],
    ['a text without words', { text: {} }, { ...unreadable }],
    ['a type that is no word', { type: 7 }, { ...unreadable }],
    ['a poll', { type: 'poll_creation', poll_creation: { name: 'When?' } }, { ...unreadable }],
    ['an event', { type: 'event', event: { name: 'Party' } }, { ...unreadable }],
    ['an ephemeral message', { type: 'ephemeral' }, { ...unreadable }],
    ['a choice of tomorrow', { type: 'interactive', interactive: { type: 'x' } }, unreadable],
    [
      'an opened chat',
      { type: 'request_welcome' },
      { content: 'greeting', body: '[Opened the chat]' },
    ],
    [
      'a forwarded text from an advertisement',
      { context: { forwarded: true }, referral: { source_type: 'ad', headline: 'Ada' } },
      { content: 'words', body: 'Is 1/2 + 1/3 more than 100% & why?', quotedGatewayId: null },
    ],
    [
      'a type of tomorrow',
      { type: 'hologram' },
      { ...unreadable, body: "[A message that can't be shown here]" },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.r', emoji: '👍' } },
      { content: 'reaction', body: '👍', quotedGatewayId: 'wamid.r' },
    ],
    [
      'a reaction that is taken back',
      { type: 'reaction', reaction: { message_id: 'wamid.r' } },
      { content: 'reaction', body: '[Reaction removed]', quotedGatewayId: 'wamid.r' },
    ],
    [
      'a button of a template',
      { type: 'button', button: { payload: 'p', text: 'Yes, please' } },
      { content: 'words', body: 'Yes, please' },
    ],
    [
      'a button',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'b', title: 'Cancel' } },
      },
      { content: 'words', body: 'Cancel' },
    ],
    [
      'a choice from a list',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'l', title: 'Express' } },
      },
      { content: 'words', body: 'Express' },
    ],
    [
      'a choice beside fields that are null',
      {
        type: 'interactive',
        interactive: { button_reply: null, list_reply: { id: 'l', title: 'Express' } },
      },
      { content: 'words', body: 'Express' },
    ],
    [
      'a button without words',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b' } } },
      { ...unreadable, body: "[A message that can't be shown here]" },
    ],
    [
      'a form',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: '{}' },
        },
      },
      { content: 'words', body: 'Sent' },
    ],
  ])('reads %s', (_, change, expected) => {
    expect(parse(message(change))).toMatchObject([expected]);
  });

  it.each(['99999999999999', '0', 'yesterday'])('takes no time from %s', (timestamp) => {
    const [event] = parse(message({ timestamp }));
    expect(event).toMatchObject({ content: 'words' });
    expect(event).not.toHaveProperty('sentAt');
  });

  it('reads every message and report of a batch, in its order', () => {
    const text = JSON.parse(fixture('text.json')).entry[0];
    const report = JSON.parse(fixture('status.json')).entry[0];
    const second = structuredClone(text);
    second.changes[0].value.messages.push({
      ...second.changes[0].value.messages[0],
      id: 'wamid.2',
      text: { body: 'And 1/4?' },
    });
    const body = { object: 'whatsapp_business_account', entry: [second, report, text] };
    const events = parse(sign(JSON.stringify(body)));
    expect(events.map((event) => (event.kind === 'message' ? event.body : event.kind))).toEqual([
      'Is 1/2 + 1/3 more than 100% & why?',
      'And 1/4?',
      'status',
      'Is 1/2 + 1/3 more than 100% & why?',
    ]);
  });

  it.each([
    ['other subscriptions', envelope({ event: 'ACCOUNT_UPDATE' }, 'account_update')],
    ["a person's new user id", envelope({ user_id_update: [{}] }, 'user_id_update')],
    ['lists that are null', envelope({ ...ours, messages: null, statuses: null })],
    ['errors of the account', envelope({ ...ours, errors: [{ code: 130429, title: 'Rate' }] })],
    ['texts from before', envelope({ ...ours, history: [{ threads: [] }] }, 'history')],
    ['what we write elsewhere', envelope({ ...ours, message_echoes: [{}] }, 'smb_message_echoes')],
    ['a template', envelope({ event: 'APPROVED' }, 'message_template_status_update')],
  ])('ignores %s', (_, body) => {
    expect(parse(sign(JSON.stringify(body)))).toEqual([]);
  });

  it.each([
    ['no JSON', 'hello'],
    ['null', 'null'],
    ["another product of Meta's", '{"object":"page","entry":[]}'],
  ])('refuses %s', (_, body) => {
    expect(() => parse(sign(body))).toThrow(BadWebhook);
  });

  const text = JSON.parse(fixture('text.json')).entry[0].changes[0].value.messages[0];
  it.each([
    ['an entry without changes', { ...envelope({}), entry: [{}] }, 'entry.0.changes is missing'],
    [
      'a change without a field',
      { ...envelope({}), entry: [{ changes: [{}] }] },
      'entry.0.changes.0.field is missing',
    ],
    ['no number', envelope({ messages: [] }), 'changes.0.value.metadata is missing'],
    ['messages that are no list', envelope({ ...ours, messages: {} }), 'value.messages is not a'],
    [
      'a message without a sender',
      envelope({ ...ours, messages: [{ ...text, from: undefined, from_user_id: undefined }] }),
      'value.messages.0.from is missing',
    ],
    [
      'a deletion of nothing',
      envelope({ ...ours, messages: [{ ...text, type: 'revoke' }] }),
      'value.messages.0.revoke is not',
    ],
    ['a message that is a number', envelope({ ...ours, messages: [7] }), 'value.messages.0 is'],
    [
      'a report without an id',
      envelope({ ...ours, statuses: [{ status: 'sent' }] }),
      'value.statuses.0.id is missing',
    ],
  ])('names the field of %s, and reads the rest', (_, body, reason) => {
    const whole = {
      ...body,
      entry: [...body.entry, ...envelope({ ...ours, messages: [text] }).entry],
    };
    expect(parse(sign(JSON.stringify(whole)))).toMatchObject([
      { kind: 'unreadable', reason: expect.stringContaining(reason) },
      { kind: 'message', gatewayMessageId: text.id },
    ]);
  });

  it('reads the other messages of a batch with an unreadable one', () => {
    const messages = [
      { ...text, id: 'wamid.1' },
      { ...text, id: 'wamid.2', from: { digits: 1 }, from_user_id: null },
      { ...text, id: 'wamid.3' },
    ];
    const statuses = [null, { id: 'wamid.4', status: 'read' }];
    const items = parse(sign(JSON.stringify(envelope({ ...ours, messages, statuses }))));
    expect(items).toMatchObject([
      { gatewayMessageId: 'wamid.1' },
      { kind: 'unreadable' },
      { gatewayMessageId: 'wamid.3' },
      { kind: 'unreadable' },
      { gatewayMessageId: 'wamid.4', state: 'read' },
    ]);
  });

  it.each([
    ['no id', { id: undefined }],
    ['an empty id', { id: '' }],
    ['an id with NUL', { id: 'wamid.\0' }],
    ['an id longer than an index holds', { id: 'w'.repeat(1_001) }],
  ])('gives a message with %s a name, the same each time', (_, change) => {
    const [event] = parse(message(change));
    expect(event).toMatchObject({ gatewayMessageId: expect.stringMatching(/^unnamed\.\w{64}$/) });
    expect(parse(message(change))).toEqual([event]);
    expect(parse(message({ ...change, text: { body: 'Another' } }))).not.toEqual([event]);
  });

  it.each([
    ['a number with +', { from: '+12025550143' }],
    ['a number that is one', { from: 12025550143 }],
  ])('knows the sender by %s', (_, change) => {
    expect(parse(message(change))).toMatchObject([{ from: '+12025550143' }]);
  });

  it('knows the sender by the only contact', () => {
    const unnamed = { ...text, from: undefined, from_user_id: undefined };
    const contacts = [{ profile: { name: 'J' }, wa_id: '12025550143' }];
    const batch = envelope({ ...ours, contacts, messages: [unnamed] });
    expect(parse(sign(JSON.stringify(batch)))).toMatchObject([{ from: '+12025550143' }]);
  });

  it('reads the new words of an edited message under the id of the first', () => {
    expect(parse(sign(fixture('edit.json')))).toMatchObject([
      {
        kind: 'edited',
        from: '+12025550143',
        changeId: 'wamid.edit',
        gatewayMessageId: 'wamid.first',
        body: 'Is 1/2 + 1/4 more than 1?',
        content: 'words',
        sentAt: new Date('2025-06-08T17:33:23Z'),
      },
    ]);
  });

  it('reads that a message was deleted', () => {
    expect(parse(sign(fixture('revoke.json')))).toMatchObject([
      { kind: 'revoked', from: '+12025550143', gatewayMessageId: 'wamid.first' },
    ]);
  });

  it("reads a person's new number, which the person did not write", () => {
    expect(parse(sign(fixture('system.json')))).toMatchObject([
      { kind: 'notice', from: '+12025550143', body: '[New WhatsApp number: +12025550188]' },
    ]);
  });

  it('leaves out messages of groups', () => {
    expect(parse(sign(fixture('group.json')))).toEqual([{ kind: 'ignored', outcome: 'group' }]);
  });

  it("sorts a batch by the vendor's own times", () => {
    const at = (id: string, timestamp?: string | number) => ({ ...text, id, timestamp });
    const messages = [
      at('3', 1749416389),
      at('none'),
      at('1', '1749416383'),
      at('2', '1749416385'),
    ];
    const statuses = [{ id: 's', status: 'read', timestamp: '1' }];
    const items = parse(sign(JSON.stringify(envelope({ ...ours, messages, statuses }))));
    const ids = items.map((item) => ('gatewayMessageId' in item ? item.gatewayMessageId : null));
    expect(ids).toEqual(['1', 'none', '2', '3', 's']);
  });

  it('says why a text was not delivered', () => {
    expect(parse(statusWebhook('failed', '131026'))).toMatchObject([
      {
        state: 'failed',
        failure: {
          kind: 'unreachable',
          detail: expect.stringContaining('WhatsApp 131026: The person is not on WhatsApp'),
        },
      },
    ]);
    expect(parse(statusWebhook('failed', '999999'))).toMatchObject([
      { failure: { kind: 'rejected', detail: 'WhatsApp 999999' } },
    ]);
    expect(parse(statusWebhook('failed'))).toMatchObject([
      { failure: { kind: 'rejected', detail: 'WhatsApp gave no reason' } },
    ]);
  });

  it("reads a report's recipient by number and user id", () => {
    const handles = ['+12025550143', 'US.13491208655302741918'];
    expect(parse(statusWebhook('delivered'))).toMatchObject([
      { recipient: { channel: 'WHATSAPP', handles } },
    ]);
  });

  it("reads a user id that only the message's contact has", () => {
    const report = JSON.parse(fixture('text.json'));
    const [{ value }] = report.entry[0].changes;
    const { from_user_id: alias, ...first } = value.messages[0];
    const contacts = [
      { wa_id: '12025550199', user_id: 'US.1' },
      { profile: { name: 'J' }, wa_id: first.from, user_id: alias },
    ];
    const batch = envelope({ ...value, contacts, messages: [first] });
    expect(parse(sign(JSON.stringify(batch)))).toMatchObject([{ from: `+${first.from}`, alias }]);
    const odd = envelope({ ...value, contacts: 'none', messages: [first] });
    expect(parse(sign(JSON.stringify(odd)))).toMatchObject([{ from: `+${first.from}` }]);
  });

  it('waits at least as long as the limit per person lasts', async () => {
    const { body } = refusal(131056);
    const failed = whatsapp.send(
      aText(),
      settings,
      async () => new Response(body, { status: 400 }),
    );
    await expect(failed).rejects.toMatchObject({
      failure: { kind: 'rate_limited' },
      retryAfterMs: 7_000,
    });
  });

  it('opens a chat with prepared text', () => {
    const our = { address: '+12025550100', senderId: null };
    expect(whatsapp.createChatLink(our, 'CONNECT 4K7M9QXT', settings)).toBe(
      'https://wa.me/12025550100?text=CONNECT%204K7M9QXT',
    );
  });
});

describe('WhatsApp: calls to Meta', () => {
  type Called = { url: string; headers: Headers; body: unknown };
  const recordCalls = (answer: string) => {
    const calls: Called[] = [];
    const call: typeof fetch = async (url, init) => {
      const body = init?.body ? JSON.parse(String(init.body)) : null;
      calls.push({ url: String(url), headers: new Headers(init?.headers), body });
      return new Response(answer);
    };
    return { calls, call };
  };

  it('posts a text as Meta documents it', async () => {
    const { calls, call } = recordCalls(fixture('accepted.json'));
    await whatsapp.send(aText(), settings, call);
    expect(calls[0]?.url).toBe('https://graph.example/v25.0/106540352242922/messages');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer a-token');
    expect(calls[0]?.headers.get('content-type')).toBe('application/json');
    expect(calls[0]?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+12025550143',
      type: 'text',
      text: { preview_url: false, body: 'Five sixths.' },
      biz_opaque_callback_data: aText().id,
    });
  });

  it("sends by user id, from the expert's own number, quoting the message it answers", async () => {
    const { calls, call } = recordCalls(fixture('accepted.json'));
    const text = aText({ to: 'US.1349', senderId: '555', quotedGatewayId: 'wamid.q' });
    await whatsapp.send(text, settings, call);
    expect(calls[0]?.url).toBe('https://graph.example/v25.0/555/messages');
    expect(calls[0]?.body).toMatchObject({
      recipient: 'US.1349',
      context: { message_id: 'wamid.q' },
    });
    expect(calls[0]?.body).not.toHaveProperty('to');
  });

  it('reports a missing phone number id', async () => {
    const { calls, call } = recordCalls(fixture('accepted.json'));
    const failed = whatsapp.send(aText(), { ...settings, phoneNumberId: null }, call);
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'not_configured' } });
    expect(calls).toEqual([]);
  });

  it('marks a message as read and shows that an answer is being written', async () => {
    const { calls, call } = recordCalls('{"success":true}');
    const message = {
      gatewayMessageId: 'wamid.m',
      to: '+12025550143',
      address: '',
      senderId: null,
      isAutomatic: true,
    };
    await whatsapp.showTyping?.(message, settings, call);
    expect(calls[0]?.body).toEqual({
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: 'wamid.m',
      typing_indicator: { type: 'text' },
    });
  });

  const source = { url: null, id: '77', contentType: 'image/jpeg' };
  const media = (url: string, bytes: Buffer) => {
    const calls: [string, string | null][] = [];
    const call: typeof fetch = async (asked, init) => {
      calls.push([String(asked), new Headers(init?.headers).get('authorization')]);
      return calls.length === 1
        ? Response.json({ id: '77', url, mime_type: 'image/jpeg', messaging_product: 'whatsapp' })
        : new Response(bytes, { headers: { 'content-type': 'image/jpeg' } });
    };
    return { calls, call };
  };

  it('fetches a picture by its id, with the token both times', async () => {
    const url = 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=133';
    const { calls, call } = media(url, Buffer.from('picture'));
    expect(await whatsapp.fetchMedia?.(source, settings, call)).toEqual({
      bytes: Buffer.from('picture'),
      contentType: 'image/jpeg',
    });
    expect(calls).toEqual([
      ['https://graph.example/v25.0/77', 'Bearer a-token'],
      [url, 'Bearer a-token'],
    ]);
  });

  it.each([
    ['https://fbsbx.com.evil.example/x'],
    ['https://evilfbsbx.com/x'],
    ['http://lookaside.fbsbx.com/x'],
  ])('does not send the token to %s', async (url) => {
    const { calls, call } = media(url, Buffer.from('picture'));
    const failed = whatsapp.fetchMedia?.(source, settings, call);
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'rejected' } });
    expect(calls).toHaveLength(1);
  });

  it('gives up a picture that is too large', async () => {
    const { call } = media('https://graph.example/file', Buffer.alloc(5 * 1024 * 1024 + 1));
    const failed = whatsapp.fetchMedia?.(source, settings, call);
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'too_long' } });
  });
});

describe('WhatsApp: formatting an answer', () => {
  it.each([
    ['bold and italic at once', '***Both***, __one__', '*_Both_*, *one*'],
    ['marks that are meant', '2 \\* 3 and a__b__c', '2 * 3 and a__b__c'],
    [
      'marks',
      '## **Sum**\n\n**Five** *sixths*, ~~four~~, see `5/6`.',
      '*Sum*\n\n*Five* _sixths_, ~four~, see `5/6`.',
    ],
    ['lists', '* one\n+ two\n  - three\n\n1. four', '- one\n- two\n  - three\n\n1. four'],
    ['a bold start of a list', '- **One:** first', '- *One:* first'],
    [
      'a link',
      'Read [the rule](https://example.com/a_b_c).',
      'Read the rule: https://example.com/a_b_c.',
    ],
    [
      'a bare address',
      'See https://example.com/a_b_c_d and _this_.',
      'See https://example.com/a_b_c_d and _this_.',
    ],
    [
      'sums',
      'Use 2*3*4 and snake_case_names, or 2 * 3 * 4.',
      'Use 2*3*4 and snake_case_names, or 2 * 3 * 4.',
    ],
    [
      'code',
      'So:\n```js\nconst a = b ** 2; // **not bold**\n```\ndone',
      'So:\n```\nconst a = b ** 2; // **not bold**\n```\ndone',
    ],
    ['code in a link', '[`run`](https://example.com)', '`run`: https://example.com'],
    [
      'everything at once',
      '# Plan **A** ##\n\n![A chart](https://a.example/c.png)\n> **Note** well: ~~old~~ new\n\n| a | b |\n|---|:---:|\n| *1* | __2__ |\n\n***both*** ([x](https://b.example)) a*b*c',
      '*Plan A*\n\nA chart: https://a.example/c.png\n> *Note* well: ~old~ new\n\n*a* | *b*\n_1_ | *2*\n\n*_both_* (x: https://b.example) a*b*c',
    ],
    ['a sum in italics', '*2 * 3 = 6*', '_2 * 3 = 6_'],
    ['a quote', '> said', '> said'],
    ['a rule', 'a\n\n---\n\nb', 'a\n\nb'],
  ])('%s', (_, answer, text) => {
    expect(whatsapp.toParts(answer)).toEqual([text]);
    expect(whatsapp.split(text)).toEqual([text]);
  });

  it('splits at word ends, and leaves nothing out', () => {
    const answer = 'Cut both into sixths, so that the pieces have one size. '.repeat(180).trim();
    const parts = whatsapp.toParts(answer);
    expect(parts.length).toBe(3);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(4096);
    expect(parts.join(' ')).toBe(answer);
  });
});
