import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '#server/access/tokens-store.ts';
import { asAdmin, callAs, signIn } from '#test/api-client.ts';
import { buy } from '#test/checkout.ts';
import { aConnectedUser, anExpert, aUser } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

type Access = 'anybody' | 'signed in' | 'owner' | 'owner or admin' | 'admin';
type Row = [route: string, Access, body?: object];

const aReceiver = { kind: 'mail', address: 'ops@example.com', name: 'Ops' };

const routes: Row[] = [
  ['POST /api/auth/register', 'anybody'],
  ['POST /api/auth/login', 'anybody'],
  ['POST /api/auth/email-change', 'anybody'],
  ['POST /api/auth/lock', 'anybody'],
  ['POST /api/auth/device', 'anybody'],
  ['POST /api/auth/password/forgot', 'anybody'],
  ['POST /api/auth/password/reset', 'anybody'],
  ['POST /api/invitations/accept', 'anybody'],
  ['GET /api/branding', 'anybody'],
  ['GET /api/branding/host', 'anybody'],
  ['GET /api/pricing', 'anybody'],
  ['GET /api/images/{name}', 'anybody'],
  ['GET /api/auth/user', 'signed in'],
  ['POST /api/auth/logout', 'signed in'],
  ['PUT /api/auth/profile', 'signed in'],
  ['PUT /api/auth/password', 'signed in'],
  ['POST /api/auth/email/verify', 'signed in'],
  ['POST /api/auth/email/code', 'signed in'],
  ['GET /api/auth/sessions', 'signed in'],
  ['DELETE /api/auth/sessions', 'signed in'],
  ['DELETE /api/auth/sessions/{id}', 'owner'],
  ['GET /api/auth/phones', 'signed in'],
  ['DELETE /api/auth/phones/{id}', 'owner'],
  ['POST /api/auth/password/confirm', 'signed in', { password: 'Not-this-1' }],
  ['GET /api/auth/second-factor', 'admin'],
  ['POST /api/auth/second-factor', 'admin'],
  ['DELETE /api/auth/second-factor', 'admin'],
  ['POST /api/auth/second-factor/confirm', 'admin'],
  ['POST /api/auth/second-factor/recovery-codes', 'admin'],
  ['POST /api/auth/step-up', 'admin'],
  ['GET /api/account/export', 'signed in'],
  ['POST /api/account/stop-texts', 'signed in'],
  ['DELETE /api/account', 'signed in'],
  ['GET /api/events', 'signed in'],
  ['GET /api/experts/public', 'signed in'],
  ['POST /api/experts/{id}/connect', 'signed in'],
  ['GET /api/subscription', 'signed in'],
  ['GET /api/subscription/history', 'signed in'],
  ['POST /api/subscription/create-checkout-session', 'signed in'],
  ['POST /api/subscription/create-portal-session', 'signed in'],
  ['GET /api/threads', 'signed in'],
  ['GET /api/search', 'signed in'],
  ['GET /api/threads/counts', 'admin'],
  ['GET /api/threads/experts', 'admin'],
  ['POST /api/threads/failures', 'admin'],
  ['GET /api/stripe/session/{sessionId}', 'owner'],
  ['GET /api/subscription/receipts/{entryId}', 'owner'],
  ['PUT /api/threads/{id}/title', 'owner or admin', { title: 'Mine' }],
  ['GET /api/threads/{id}/messages', 'owner or admin'],
  ['POST /api/threads/{id}/messages', 'owner or admin', { body: 'Hello' }],
  ['GET /api/threads/{id}/attachments/{attachmentId}', 'owner or admin'],
  ['POST /api/threads/{id}/messages/{messageId}/replay', 'admin'],
  ['GET /api/threads/unpaid', 'signed in'],
  ['POST /api/threads/{id}/answer-unpaid', 'owner'],
  ['POST /api/threads/{id}/take', 'admin'],
  ['POST /api/threads/{id}/return', 'admin', { answer: 'none' }],
  ['POST /api/threads/{id}/false-alarm', 'admin'],
  ['POST /api/threads/{id}/messages/{messageId}/draft/send', 'admin'],
  ['DELETE /api/threads/{id}/messages/{messageId}/draft', 'admin'],
  ['GET /api/threads/assignees', 'admin'],
  ['PUT /api/threads/{id}/assignee', 'admin', { assigneeId: null, seenId: null }],
  ['PUT /api/threads/{id}/resolved', 'admin', { isResolved: true }],
  ['DELETE /api/threads/{id}/minor', 'admin'],
  ['POST /api/threads/{id}/presence', 'admin', { viewId: 'view0001', doing: 'looking' }],
  ['PUT /api/threads/{id}/seen', 'admin'],
  ['GET /api/threads/{id}/notes', 'admin'],
  ['POST /api/threads/{id}/notes', 'admin', { body: 'Calls back on Monday' }],
  ['DELETE /api/threads/{id}/notes/{noteId}', 'admin'],
  ['GET /api/canned-replies', 'admin'],
  ['POST /api/canned-replies', 'admin', { name: 'Hours', text: 'At nine.' }],
  ['PUT /api/canned-replies/{id}', 'admin', { name: 'Hours', text: 'At nine.' }],
  ['DELETE /api/canned-replies/{id}', 'admin'],
  ['GET /api/labels', 'admin'],
  ['POST /api/labels', 'admin', { name: 'Refunds', hue: 'red' }],
  ['PUT /api/labels/{id}', 'admin', { name: 'Refunds', hue: 'red' }],
  ['DELETE /api/labels/{id}', 'admin'],
  ['POST /api/labels/{id}/threads', 'admin', { all: true, isOn: true }],
  ['GET /api/views', 'admin'],
  ['POST /api/views', 'admin', { name: 'Mine', isShared: false, filters: { state: 'failed' } }],
  ['PUT /api/views/{id}', 'admin', { name: 'Theirs' }],
  ['DELETE /api/views/{id}', 'admin'],
  ['GET /api/experts', 'admin'],
  ['POST /api/experts', 'admin'],
  ['GET /api/experts/{id}', 'admin'],
  ['PUT /api/experts/{id}', 'admin'],
  ['PUT /api/experts/{id}/archived', 'admin', { isArchived: false }],
  ['GET /api/experts/{id}/checklist', 'admin'],
  ['PUT /api/experts/{id}/webhook', 'admin'],
  ['GET /api/experts/{id}/versions', 'admin'],
  ['POST /api/experts/{id}/versions/{version}/restore', 'admin'],
  ['POST /api/experts/{id}/upload-image', 'admin'],
  ['GET /api/providers', 'admin'],
  ['POST /api/providers', 'admin'],
  ['GET /api/providers/{id}', 'admin'],
  ['POST /api/providers/test', 'admin'],
  ['GET /api/providers/{id}/models', 'admin'],
  ['PUT /api/providers/{id}', 'admin'],
  ['POST /api/test-message', 'admin'],
  ['POST /api/test-draft', 'admin'],
  ['GET /api/test-conversations', 'admin'],
  ['GET /api/analytics', 'admin'],
  ['GET /api/safety/report', 'admin'],
  ['GET /api/setup', 'admin'],
  ['GET /api/doctor', 'admin'],
  ['GET /api/restore', 'admin'],
  ['POST /api/restore/choices', 'admin'],
  ['GET /api/alerts', 'admin'],
  ['POST /api/alerts/receivers', 'admin', aReceiver],
  ['PUT /api/alerts/receivers/{id}', 'admin', aReceiver],
  ['DELETE /api/alerts/receivers/{id}', 'admin'],
  ['POST /api/alerts/test', 'admin', {}],
  ['GET /api/team', 'admin'],
  ['POST /api/team/invitations', 'admin'],
  ['DELETE /api/team/invitations/{id}', 'admin'],
  ['PUT /api/team/{id}', 'admin'],
  ['GET /api/people', 'admin'],
  ['GET /api/people/{id}', 'admin'],
  ['GET /api/people/{id}/export', 'admin'],
  ['DELETE /api/people/{id}/sessions', 'admin'],
  ['DELETE /api/people/{id}', 'admin'],
  ['GET /api/users/{id}/credits', 'admin'],
  ['GET /api/users/{id}/receipts/{entryId}', 'admin'],
  ['POST /api/users/{id}/credits', 'admin'],
];
const guarded = routes.filter(([, access]) => access !== 'anybody');
const ofAdmins = routes.filter(([, access]) => access === 'admin');
const owned = routes.filter(([, access]) => access.startsWith('owner'));

let test: TestApp;
let ids: Record<string, string>;
beforeAll(async () => {
  test = await startTestApp();
  const expert = await anExpert(test);
  const { user, thread } = await aConnectedUser(test, expert);
  const { db, clock } = test.runtime;
  const owner = callAs(test, await createToken(db, user.id, clock.now()));
  const { session } = await buy(test, owner, 'payg');
  const sent = await owner('POST', `/api/threads/${thread.id}/messages`, { body: 'Hello' });
  const messageId = sent.body.message.id;
  const sessionId = (await owner('GET', '/api/auth/sessions')).body.sessions[0].id;
  ids = {
    threads: thread.id,
    experts: expert.id,
    providers: expert.providerId,
    users: user.id,
    team: user.id,
    people: (await aUser(test)).id,
    sessions: sessionId,
    phones: (await owner('GET', '/api/auth/phones')).body.phones[0].id,
    messageId,
    attachmentId: messageId,
    sessionId: session.id,
    entryId: (await owner('GET', '/api/subscription/history')).body.entries[0].id,
    noteId: messageId,
    'canned-replies': messageId,
    labels: messageId,
    views: messageId,
    alerts: messageId,
    version: '1',
    name: 'none.webp',
  };
});
afterAll(() => test.close());

async function send(token: string | null, [route, , body]: Row) {
  const [method, path] = route.split(' ') as ['GET', string];
  const area = path.split('/').at(path.startsWith('/api/auth/') ? 3 : 2) as string;
  const url = path.replace(/\{(\w+)\}/g, (_, name) => ids[name === 'id' ? area : name] as string);
  return callAs(test, token)(method, url, body);
}

it('every route has its access listed here and in the documentation', async () => {
  const { body } = await callAs(test, null)('GET', '/api/openapi.json');
  const documented = Object.entries<Record<string, { security?: [] }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { security }]) => [`${method.toUpperCase()} ${path}`, !security] as const,
      ),
  );
  const listed = routes.map(([route, access]) => [route, access !== 'anybody'] as const);
  expect(documented.sort()).toEqual(listed.sort());
});

describe.each(guarded)('%s', (...row) => {
  it('is closed without a token and after signing out', async () => {
    const { token, call } = await signIn(test);
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
    for (const left of [null, token, 'not-a-token-of-anybody']) {
      const { status, body } = await send(left, row);
      expect([status, body]).toEqual([401, { message: 'Please log in to access this page.' }]);
    }
  });
});

it.each(ofAdmins)('%s is closed to users, open to admins', async (...row) => {
  const { status, body } = await send((await signIn(test)).token, row);
  expect(status).toBe(403);
  expect(body.message).toMatch(/^You need admin access to /);
  expect([401, 403]).not.toContain((await send((await signIn(test, asAdmin)).token, row)).status);
});

it.each(owned)('%s looks missing to other users', async (...row) => {
  const { status, body } = await send((await signIn(test)).token, row);
  expect([status, body.message]).toEqual([404, expect.stringMatching(/not found/)]);
  const isOpenToAdmins = row[1] === 'owner or admin' && !row[0].includes('attachment');
  const asAdminToo = await send((await signIn(test, asAdmin)).token, row);
  if (isOpenToAdmins) expect(asAdminToo.status, asAdminToo.text).toBe(200);
  else expect(asAdminToo.status).toBe(404);
});
