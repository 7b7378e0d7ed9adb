import { aPhone } from '../factories.ts';
import { peoplesPassword, type Things } from './scene.ts';

export type Row = {
  /**
   * Others get 401 without a token and 403 with one, whatever the id. Payers: everyone but agents.
   */
  for: 'everyone' | 'users' | 'payers' | 'staff' | 'admins';
  /** What each parameter names. */
  ids?: Record<string, keyof Things>;
  query?: Record<string, string>;
  body?: (ids: Record<string, string>) => object;
  /** Default: 200; several if it depends on who came first. */
  answers?: number | number[];
  /** An admin with a second factor must have just entered a code. */
  needsCode?: true;
  /** Open to an admin who must still set up a second factor. */
  isForSetUp?: true;
  /** Where an unknown id is a fault of the request; default: 404. */
  refusesUnknownWith?: number;
};

/** Those of another person look missing; admins and agents see all threads. */
export const privateThings: Partial<Record<keyof Things, 'owner' | 'owner and staff'>> = {
  thread: 'owner and staff',
  ownThread: 'owner',
  message: 'owner and staff',
  attachment: 'owner and staff',
  session: 'owner',
  phone: 'owner',
  payment: 'owner',
  purchase: 'owner',
};

let made = 0;
const password = 'Kestrel-7-tunnel';
const wrongPassword = { currentPassword: 'Not-this-1' };

function aBrokenPicture(): FormData {
  const form = new FormData();
  form.append('image', new Blob(['not a picture'], { type: 'image/png' }), 'ada.png');
  return form;
}

/** A route without a row fails the suite, and so does a row without a route. */
export const routeTable: Record<string, Row> = {
  'POST /api/auth/register': {
    for: 'everyone',
    body: () => ({ email: `new-${++made}@example.com`, password, phoneNumber: aPhone() }),
  },
  'POST /api/auth/login': {
    for: 'everyone',
    body: () => ({ email: 'unknown@example.com', password }),
    answers: 401,
  },
  'GET /api/auth/user': { for: 'users', isForSetUp: true },
  'POST /api/auth/logout': { for: 'users', isForSetUp: true },
  'POST /api/auth/email/verify': {
    for: 'users',
    body: () => ({ code: '000000' }),
    answers: [200, 400],
  },
  'POST /api/auth/email/code': { for: 'users', answers: 409 },
  'PUT /api/auth/profile': {
    for: 'users',
    body: () => ({ firstName: 'Ann' }),
    needsCode: true,
  },
  'POST /api/auth/email-change': {
    for: 'everyone',
    body: () => ({ answer: 'confirm', token: 'x'.repeat(43) }),
    answers: 400,
  },
  'POST /api/auth/lock': {
    for: 'everyone',
    body: () => ({ token: 'f'.repeat(32) }),
    answers: 400,
  },
  'POST /api/auth/device': {
    for: 'everyone',
    body: () => ({ token: 'f'.repeat(32) }),
    answers: 400,
  },
  'GET /api/auth/sessions': { for: 'users' },
  'DELETE /api/auth/sessions/{id}': { for: 'users', ids: { id: 'session' } },
  'DELETE /api/auth/sessions': { for: 'users' },
  'GET /api/auth/phones': { for: 'users' },
  'DELETE /api/auth/phones/{id}': { for: 'users', ids: { id: 'phone' } },
  'POST /api/auth/password/confirm': {
    for: 'users',
    body: () => ({ password: wrongPassword.currentPassword }),
    answers: 403,
  },
  'PUT /api/auth/password': {
    for: 'users',
    body: () => ({ ...wrongPassword, newPassword: password }),
    answers: 403,
    needsCode: true,
  },
  'GET /api/auth/second-factor': { for: 'staff', isForSetUp: true },
  'POST /api/auth/second-factor': {
    for: 'staff',
    body: () => ({ password: peoplesPassword }),
    isForSetUp: true,
  },
  'POST /api/auth/second-factor/confirm': {
    for: 'staff',
    body: () => ({ code: 'no code' }),
    answers: 403,
    isForSetUp: true,
  },
  'POST /api/auth/second-factor/recovery-codes': {
    for: 'staff',
    answers: 409,
    needsCode: true,
    isForSetUp: true,
  },
  'DELETE /api/auth/second-factor': {
    for: 'staff',
    body: () => ({ code: 'no code' }),
    isForSetUp: true,
  },
  'POST /api/auth/step-up': {
    for: 'staff',
    body: () => ({ code: 'no code' }),
    answers: 409,
    isForSetUp: true,
  },
  'POST /api/auth/password/forgot': {
    for: 'everyone',
    body: () => ({ email: 'unknown@example.com' }),
    answers: 202,
  },
  'POST /api/auth/password/reset': {
    for: 'everyone',
    body: () => ({ email: 'unknown@example.com', code: '123456', newPassword: password }),
    answers: 400,
  },
  'GET /api/account/export': { for: 'users' },
  'DELETE /api/account': {
    for: 'users',
    body: () => ({ password: wrongPassword.currentPassword }),
    answers: 403,
  },
  'GET /api/people': { for: 'staff' },
  'GET /api/people/{id}': { for: 'staff', ids: { id: 'person' } },
  'DELETE /api/people/{id}/sessions': { for: 'admins', ids: { id: 'leaver' }, needsCode: true },
  'GET /api/people/{id}/export': { for: 'admins', ids: { id: 'person' }, needsCode: true },
  'DELETE /api/people/{id}': { for: 'admins', ids: { id: 'leaver' }, needsCode: true },
  'GET /api/team': { for: 'admins' },
  'POST /api/team/invitations': {
    for: 'admins',
    body: () => ({ email: `new-${++made}@example.com`, role: 'AGENT' }),
    needsCode: true,
  },
  'DELETE /api/team/invitations/{id}': { for: 'admins', ids: { id: 'invitation' } },
  'PUT /api/team/{id}': {
    for: 'admins',
    ids: { id: 'colleague' },
    body: () => ({ role: 'ADMIN' }),
    needsCode: true,
  },
  'POST /api/invitations/accept': {
    for: 'everyone',
    body: () => ({ token: 'x'.repeat(43), password }),
    answers: 400,
  },
  'GET /api/providers': { for: 'admins' },
  'GET /api/providers/{id}': { for: 'admins', ids: { id: 'provider' } },
  'POST /api/providers': {
    for: 'admins',
    body: () => ({ key: 'openai', displayName: 'New', config: { apiKey: 'sk-1' } }),
    needsCode: true,
  },
  'POST /api/providers/test': {
    for: 'admins',
    ids: { providerId: 'provider' },
    body: (ids) => ({ ...ids, key: 'openai', config: { model: 'gpt-4.1' } }),
  },
  'GET /api/providers/{id}/models': { for: 'admins', ids: { id: 'provider' } },
  'PUT /api/providers/{id}': {
    for: 'admins',
    ids: { id: 'provider' },
    body: () => ({ config: { apiKey: 'sk-2' } }),
    needsCode: true,
  },
  'GET /api/experts': { for: 'admins' },
  'GET /api/experts/{id}': { for: 'admins', ids: { id: 'expert' } },
  'POST /api/experts': {
    for: 'admins',
    ids: { providerId: 'provider' },
    body: (ids) => ({ ...ids, channel: 'SMS', handle: `new-${++made}`, displayName: 'New' }),
    refusesUnknownWith: 400,
  },
  'PUT /api/experts/{id}': {
    for: 'admins',
    ids: { id: 'expert' },
    body: () => ({ tagline: 'Numbers, gently' }),
  },
  'PUT /api/experts/{id}/archived': {
    for: 'admins',
    ids: { id: 'expert' },
    body: () => ({ isArchived: false }),
  },
  'GET /api/experts/{id}/checklist': { for: 'admins', ids: { id: 'expert' } },
  'PUT /api/experts/{id}/webhook': { for: 'admins', ids: { id: 'expert' } },
  'GET /api/experts/{id}/versions': { for: 'admins', ids: { id: 'expert' } },
  'POST /api/experts/{id}/versions/{version}/restore': {
    for: 'admins',
    ids: { id: 'expert', version: 'version' },
  },
  'GET /api/experts/{id}/sources': { for: 'admins', ids: { id: 'expert' } },
  'POST /api/experts/{id}/sources': {
    for: 'admins',
    ids: { id: 'expert' },
    body: () => ({ question: `When ${++made}?`, answer: 'At nine.' }),
    answers: 201,
  },
  'GET /api/experts/{id}/sources/{sourceId}': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
  },
  'PATCH /api/experts/{id}/sources/{sourceId}': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
    body: () => ({ title: 'Prices' }),
  },
  'POST /api/experts/{id}/sources/{sourceId}/publish': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
  },
  'POST /api/experts/{id}/sources/{sourceId}/retire': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
  },
  'POST /api/experts/{id}/sources/{sourceId}/read': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
    answers: [200, 409],
  },
  'DELETE /api/experts/{id}/sources/{sourceId}': {
    for: 'admins',
    ids: { id: 'expert', sourceId: 'source' },
    answers: [200, 404],
  },
  'GET /api/experts/{id}/knowledge/search': {
    for: 'admins',
    ids: { id: 'expert' },
    query: { q: 'When do you open?' },
  },
  'GET /api/experts/{id}/unanswered': { for: 'admins', ids: { id: 'expert' } },
  'POST /api/unanswered/{messageId}/answer': {
    for: 'admins',
    ids: { messageId: 'unanswered' },
    body: () => ({ answer: `At ${++made}.` }),
    answers: [201, 404],
  },
  'GET /api/api-tokens': { for: 'admins' },
  'POST /api/api-tokens': {
    for: 'admins',
    body: () => ({ name: 'Nightly import' }),
    needsCode: true,
  },
  'DELETE /api/api-tokens/{id}': {
    for: 'admins',
    ids: { id: 'apiToken' },
    answers: [200, 404],
  },
  'POST /api/experts/{id}/upload-image': {
    for: 'admins',
    ids: { id: 'expert' },
    body: aBrokenPicture,
    answers: 415,
    refusesUnknownWith: 415,
  },
  'GET /api/experts/public': { for: 'users' },
  'POST /api/experts/{id}/connect': { for: 'users', ids: { id: 'expert' } },
  'GET /api/images/{name}': { for: 'everyone', ids: { name: 'image' } },
  'GET /api/threads': { for: 'users' },
  'GET /api/threads/counts': { for: 'staff' },
  'GET /api/threads/experts': { for: 'staff' },
  'POST /api/threads/failures': {
    for: 'staff',
    body: () => ({ action: 'dismiss', threadIds: ['01890000-0000-7000-8000-000000000000'] }),
  },
  'GET /api/search': { for: 'users', query: { q: 'sums' } },
  'PUT /api/threads/{id}/title': {
    for: 'users',
    ids: { id: 'thread' },
    body: () => ({ title: 'Sums' }),
  },
  'GET /api/threads/{id}/messages': { for: 'users', ids: { id: 'thread' } },
  'POST /api/threads/{id}/messages': {
    for: 'users',
    ids: { id: 'thread' },
    body: () => ({ body: 'What is 3 + 3?' }),
  },
  'GET /api/threads/{id}/attachments/{attachmentId}': {
    for: 'users',
    ids: { id: 'thread', attachmentId: 'attachment' },
  },
  'POST /api/threads/{id}/messages/{messageId}/replay': {
    for: 'staff',
    ids: { id: 'thread', messageId: 'message' },
    answers: 409,
  },
  'GET /api/threads/unpaid': { for: 'payers' },
  'POST /api/threads/{id}/answer-unpaid': { for: 'payers', ids: { id: 'ownThread' } },
  'POST /api/threads/gestures': {
    for: 'staff',
    body: () => ({ action: 'assign', all: true, assignTo: null }),
  },
  'POST /api/threads/{id}/undo': { for: 'staff', ids: { id: 'thread' }, answers: [200, 409] },
  'POST /api/threads/{id}/take': { for: 'staff', ids: { id: 'thread' }, answers: [200, 409] },
  'POST /api/threads/{id}/false-alarm': {
    for: 'staff',
    ids: { id: 'thread' },
    answers: [200, 409],
  },
  'POST /api/threads/{id}/return': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ answer: 'none' }),
  },
  'POST /api/threads/{id}/messages/{messageId}/draft/send': {
    for: 'staff',
    ids: { id: 'thread', messageId: 'message' },
    answers: [200, 409, 422],
  },
  'DELETE /api/threads/{id}/messages/{messageId}/draft': {
    for: 'staff',
    ids: { id: 'thread', messageId: 'message' },
  },
  'GET /api/threads/assignees': { for: 'staff' },
  'PUT /api/threads/{id}/assignee': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ assigneeId: null, seenId: null }),
    answers: [200, 409],
  },
  'POST /api/threads/{id}/presence': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ viewId: 'view0001', doing: 'looking' }),
  },
  'PUT /api/threads/{id}/typed': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ body: 'Half a thought', basedOn: null }),
    answers: [200, 409],
  },
  'PUT /api/threads/{id}/resolved': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ isResolved: true }),
  },
  'DELETE /api/threads/{id}/minor': { for: 'staff', ids: { id: 'thread' } },
  'GET /api/threads/{id}/notes': { for: 'staff', ids: { id: 'thread' } },
  'POST /api/threads/{id}/notes': {
    for: 'staff',
    ids: { id: 'thread' },
    body: () => ({ body: 'Calls back on Monday' }),
  },
  'DELETE /api/threads/{id}/notes/{noteId}': {
    for: 'staff',
    ids: { id: 'thread', noteId: 'note' },
    // An agent gets 403: its writer has become an admin above.
    answers: [200, 403, 404],
  },
  'GET /api/canned-replies': { for: 'staff' },
  'POST /api/canned-replies': {
    for: 'admins',
    body: () => ({ name: `Hours ${++made}`, text: 'We open at nine.' }),
  },
  'PUT /api/canned-replies/{id}': {
    for: 'admins',
    ids: { id: 'cannedReply' },
    body: () => ({ name: `Hours ${++made}`, text: 'We open at ten.' }),
  },
  'DELETE /api/canned-replies/{id}': {
    for: 'admins',
    ids: { id: 'cannedReply' },
    answers: [200, 404],
  },
  'PUT /api/threads/{id}/seen': {
    for: 'staff',
    ids: { id: 'thread', messageId: 'message' },
    body: ({ messageId }) => ({ messageId }),
  },
  'GET /api/views': { for: 'staff' },
  'POST /api/views': {
    for: 'staff',
    body: () => ({ name: `View ${++made}`, isShared: false, filters: { state: 'failed' } }),
  },
  'PUT /api/views/{id}': {
    for: 'staff',
    ids: { id: 'view' },
    body: () => ({ name: `View ${++made}` }),
    answers: 404,
  },
  'DELETE /api/views/{id}': {
    for: 'staff',
    ids: { id: 'view' },
    answers: 404,
  },
  'GET /api/alerts': { for: 'admins' },
  'POST /api/alerts/receivers': {
    for: 'admins',
    body: () => ({ kind: 'mail', address: `ops-${++made}@example.com`, name: 'Ops' }),
    needsCode: true,
  },
  'PUT /api/alerts/receivers/{id}': {
    for: 'admins',
    ids: { id: 'receiver' },
    body: () => ({ kind: 'mail', address: `ops-${++made}@example.com`, name: 'Ops' }),
    needsCode: true,
  },
  'DELETE /api/alerts/receivers/{id}': {
    for: 'admins',
    ids: { id: 'receiver' },
    answers: [200, 404],
    needsCode: true,
  },
  'POST /api/alerts/test': {
    for: 'admins',
    body: () => ({}),
    answers: [200, 429],
    needsCode: true,
  },
  'GET /api/labels': { for: 'staff' },
  'POST /api/labels': {
    for: 'admins',
    body: () => ({ name: `Refunds ${++made}`, hue: 'red' }),
  },
  'PUT /api/labels/{id}': {
    for: 'admins',
    ids: { id: 'label' },
    body: () => ({ name: `Refunds ${++made}`, hue: 'blue' }),
  },
  'DELETE /api/labels/{id}': {
    for: 'admins',
    ids: { id: 'label' },
    answers: [200, 404],
  },
  'POST /api/labels/{id}/threads': {
    for: 'staff',
    ids: { id: 'label' },
    body: () => ({ all: true, isOn: true }),
    answers: [200, 404],
  },
  'GET /api/branding': { for: 'everyone' },
  'GET /api/branding/host': { for: 'everyone', query: { domain: 'localhost' } },
  'GET /api/pricing': { for: 'everyone' },
  'GET /api/subscription': { for: 'payers' },
  'GET /api/subscription/history': { for: 'payers' },
  'GET /api/subscription/receipts/{entryId}': { for: 'payers', ids: { entryId: 'purchase' } },
  'GET /api/users/{id}/receipts/{entryId}': {
    for: 'admins',
    ids: { id: 'person', entryId: 'purchaseOf' },
  },
  'GET /api/users/{id}/credits': { for: 'admins', ids: { id: 'person' } },
  'POST /api/users/{id}/credits': {
    for: 'admins',
    ids: { id: 'person' },
    body: () => ({ delta: 1, reason: 'A gift' }),
    needsCode: true,
  },
  'POST /api/subscription/create-checkout-session': {
    for: 'payers',
    body: () => ({ plan: 'payg' }),
  },
  'POST /api/subscription/create-portal-session': { for: 'payers', answers: [200, 409] },
  'GET /api/stripe/session/{sessionId}': { for: 'payers', ids: { sessionId: 'payment' } },
  'GET /api/analytics': { for: 'admins' },
  'GET /api/safety/report': { for: 'admins', query: { year: '2026' } },
  'GET /api/setup': { for: 'admins' },
  'GET /api/doctor': { for: 'admins' },
  'GET /api/restore': { for: 'staff' },
  'POST /api/restore/choices': { for: 'admins', body: () => ({ waiting: 'close' }), answers: 409 },
  'POST /api/test-message': {
    for: 'admins',
    ids: { expertId: 'expert' },
    body: (ids) => ({ ...ids, message: 'What is 4 + 4?' }),
  },
  'POST /api/test-draft': {
    for: 'admins',
    ids: { expertId: 'expert' },
    body: (ids) => ({ ...ids, message: 'What is 4 + 4?', draft: { systemPrompt: 'Be brief.' } }),
  },
  'GET /api/test-conversations': { for: 'admins', ids: { expertId: 'expert' } },
  'GET /api/events': { for: 'users' },
  // Last, because nothing is texted to its callers afterwards.
  'POST /api/account/stop-texts': { for: 'users', answers: [200, 422] },
};
