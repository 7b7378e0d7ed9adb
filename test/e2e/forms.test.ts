import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expertsReply } from '#shared/api/experts.ts';
import { threadsReply } from '#shared/api/threads.ts';
import { type Credentials, signInByApi, signUpByApi } from './accounts.ts';
import { callApi } from './api.ts';
import { admin, exactText, fillLogin, mia } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';
import type { Form, Place } from './forms/form.ts';
import { forms } from './forms/table.ts';
import { type Answer, answerCalls } from './screens/answers.ts';

const fixture = setUpProduct({
  isConcurrent: true,
  // The last test message may still wait for its answer when the product stops.
  allowedLog: /The server is restarting/,
});
const place: Place = { threadId: '', expertIds: {} };
let count = 100;

beforeAll(async () => {
  const { threads } = threadsReply.parse(
    await callApi(`${fixture.product.url}/api/threads`, { token: fixture.tokens.mia }),
  );
  place.threadId = threads[0]?.id ?? '';
  const { experts } = expertsReply.parse(
    await callApi(`${fixture.product.url}/api/experts`, { token: fixture.tokens.admin }),
  );
  place.expertIds = Object.fromEntries(experts.map(({ displayName, id }) => [displayName, id]));
});

describe.for(forms)('$name', { concurrent: true }, (form) => {
  it('is sent once, however often it is pressed, and shows that it is being sent', (test) =>
    runInTurn(form, async () => {
      const { page, filled, problems } = await fillIn(form);
      const call = await holdCall(page, form);
      await form.send(page, 2);
      if (form.pending) {
        await page.getByRole('button', { name: form.pending, disabled: true }).waitFor();
        if (!form.isMovedWhileWaiting) test.expect(await readFields(page, filled)).toEqual(filled);
      }
      call.release();
      await isDone(page, form);
      test.expect(call.count()).toBe(1);
      test.expect(problems).toEqual([]);
      await fixture.browser.release(page);
    }));

  it('keeps what was typed when the server fails, and when the connection is lost', (test) =>
    runInTurn(form, async () => {
      const { page, filled } = await fillIn(form);
      const failures: [answer: Answer, reason: string][] = [
        [{ status: 500, message: 'The database is resting.' }, 'The database is resting.'],
        ['no connection', 'No connection to the server. Check your network.'],
      ];
      for (const [answer, reason] of failures) {
        const stopAnswering = await answerCalls(page, { [form.call]: answer });
        await form.send(page, 1);
        await exactText(page, reason).waitFor();
        await exactText(page, form.failed).waitFor();
        test.expect(await readFields(page, filled)).toEqual(filled);
        await stopAnswering();
      }
      await form.send(page, 1);
      await isDone(page, form);
      await fixture.browser.release(page);
    }));

  it.skipIf(form.who === 'visitor')('is filled in again after the session has expired', (test) =>
    runInTurn(form, async () => {
      // Live updates may notice the expired session before the form does.
      const { page, filled, person, token } = await fillIn(form, { isLive: false });
      const place = page.url();
      await callApi(`${fixture.product.url}/api/auth/logout`, { token, body: {} });
      await form.send(page, 1);
      await page.waitForURL('**/login?next=*');
      await fillLogin(page, person);
      await page.waitForURL(place);
      if (new URL(place).search === '') await form.open?.(page);
      test.expect(await readFields(page, filled)).toEqual(filled);
      await form.send(page, 1);
      await isDone(page, form);
      await fixture.browser.release(page);
    }),
  );
});

const last = new Map<Form, Promise<unknown>>();

/** Two stories with one form would conflict. */
async function runInTurn(form: Form, story: () => Promise<void>): Promise<void> {
  const turn = (last.get(form) ?? Promise.resolve()).then(story);
  last.set(
    form,
    turn.catch(() => {}),
  );
  await turn;
}

async function fillIn(form: Form, { isLive = true } = {}) {
  count += 1;
  const number = count;
  const { person, token } = await signIn(form, { number, isShared: isLive });
  await form.prepare?.(fixture.product.url, token ?? '');
  const { path } = form;
  const problems: string[] = [];
  const page = await fixture.browser.visit(typeof path === 'string' ? path : path(place), {
    token,
    problems,
    // All forms share an admin, whose checklists are limited.
    allowedProblems: /status of 429 .*\/checklist/,
    ...(!isLive && { prepare: (tab) => tab.route('**/api/events', () => {}) }),
  });
  await form.open?.(page);
  const filled = form.fields(number);
  for (const [label, value] of Object.entries(filled)) await field(page, label).fill(value);
  await form.choose?.(page);
  return { page, filled, person, token, problems };
}

/** A story that ends its session must not share it. */
async function signIn(
  { who }: Form,
  { number, isShared }: { number: number; isShared: boolean },
): Promise<{ person: Credentials; token: string | undefined }> {
  if (who === 'visitor') return { person: { email: '', password: '' }, token: undefined };
  const { url } = fixture.product;
  if (who === 'newcomer') {
    const account = { lastName: 'Lund', phoneNumber: `+442079461${number}` };
    const person = await signUpByApi(url, { firstName: `Nobu${number}`, ...account });
    return { person, token: person.token };
  }
  const person = { admin, mia }[who];
  return { person, token: isShared ? fixture.tokens[who] : await signInByApi(url, person) };
}

async function isDone(page: Page, { done }: Form): Promise<void> {
  await page.getByText(done).filter({ visible: true }).first().waitFor();
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

async function readFields(page: Page, filled: Record<string, string>) {
  const values = Object.keys(filled).map(async (label) => [
    label,
    await field(page, label).inputValue(),
  ]);
  return Object.fromEntries(await Promise.all(values));
}

async function holdCall(page: Page, form: Form) {
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const [method, pattern = ''] = form.call.split(' ');
  await page.route(`**${pattern.replaceAll(/:\w+/g, '*')}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await promise;
    return route.continue();
  });
  return { release: resolve, count: () => count };
}
