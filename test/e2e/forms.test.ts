import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadsReply } from '#shared/api/threads.ts';
import { callApi } from './api.ts';
import { launchChromium, plainly, signedIn, watch } from './browser.ts';
import { admin, fillLogin, mia, words } from './dashboard.ts';
import type { Form } from './forms/form.ts';
import { forms } from './forms/table.ts';
import { type Credentials, signInByApi, signUpByApi } from './people.ts';
import { cleanUp, type Product, startProduct } from './product.ts';
import { type Answer, answerCalls } from './screens/answers.ts';

let product: Product;
let browser: Browser;
let threadId: string;
let count = 100;

beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
  const token = await signInByApi(product.url, mia);
  const { threads } = threadsReply.parse(await callApi(`${product.url}/api/threads`, { token }));
  threadId = threads[0]?.id ?? '';
});

afterAll(async () => {
  await browser?.close();
  try {
    expect(product?.complaints(), 'complaints of the product').toEqual([]);
  } finally {
    await cleanUp();
  }
});

describe.for(forms)('$name', { concurrent: true }, (form) => {
  it('is sent once, however often it is pressed, and says that it waits', async (test) => {
    const { page, filled, complaints } = await fillIn(form);
    const call = await holdCall(page, form);
    await form.send(page, 2);
    if (form.pending) {
      await page.getByRole('button', { name: form.pending, disabled: true }).waitFor();
      if (!form.isMovedWhileWaiting) test.expect(await readFields(page, filled)).toEqual(filled);
    }
    call.release();
    await isDone(page, form);
    test.expect(call.count()).toBe(1);
    test.expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('keeps everything when the server fails, and when no connection is left', async (test) => {
    const { page, filled } = await fillIn(form);
    const failures: [answer: Answer, reason: string][] = [
      [{ status: 500, message: 'The database is resting.' }, 'The database is resting.'],
      ['no connection', 'No connection to the server. Check your network.'],
    ];
    for (const [answer, reason] of failures) {
      await answerCalls(page, { [form.call]: answer });
      await form.send(page, 1);
      await words(page, reason).waitFor();
      await words(page, form.failed).waitFor();
      test.expect(await readFields(page, filled)).toEqual(filled);
      await page.unrouteAll();
    }
    await form.send(page, 1);
    await isDone(page, form);
    await page.context().close();
  });

  it.skipIf(form.who === 'nobody')('is there again after the session has expired', async (test) => {
    // Live updates would find out by themselves, perhaps before the form does.
    const { page, filled, person, token } = await fillIn(form, { isLive: false });
    const place = page.url();
    await callApi(`${product.url}/api/auth/logout`, { token, body: {} });
    await form.send(page, 1);
    await page.waitForURL('**/login?next=*');
    await fillLogin(page, person);
    await page.waitForURL(place);
    await form.open?.(page);
    test.expect(await readFields(page, filled)).toEqual(filled);
    await form.send(page, 1);
    await isDone(page, form);
    await page.context().close();
  });
});

/** Somebody opens the form and fills it in. */
async function fillIn(form: Form, { isLive = true } = {}) {
  count += 1;
  const number = count;
  const person = await findPerson(form, number);
  const token = form.who === 'nobody' ? '' : await signInByApi(product.url, person);
  await form.prepare?.(product.url, token);
  const context = await browser.newContext({
    ...plainly,
    storageState: signedIn(token || null, [product.url]),
  });
  const page = await context.newPage();
  if (!isLive) await page.route('**/api/events', () => {});
  const complaints: string[] = [];
  watch(page, (complaint) => complaints.push(complaint));
  const { path } = form;
  await page.goto(product.url + (typeof path === 'string' ? path : path({ threadId })));
  await form.open?.(page);
  const filled = form.fields(number);
  for (const [label, value] of Object.entries(filled)) await field(page, label).fill(value);
  await form.choose?.(page);
  return { page, filled, person, token, complaints };
}

async function findPerson({ who }: Form, number: number): Promise<Credentials> {
  if (who === 'admin') return admin;
  if (who === 'mia') return mia;
  if (who === 'nobody') return { email: '', password: '' };
  const account = { lastName: 'Lund', phoneNumber: `+442079461${number}` };
  return signUpByApi(product.url, { firstName: `Nobu${number}`, ...account });
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

/** Lets the call through to the server only when it is told to. */
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
