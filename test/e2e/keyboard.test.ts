import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signUpByApi } from './accounts.ts';
import { exactText, mia } from './dashboard.ts';
import { setUpProduct } from './fixture.ts';

const fixture = setUpProduct();

it('is enough to log in, open the menu, read a thread and reply', async () => {
  const page = await logIn(mia);
  await page.getByRole('heading', { name: 'Find your expert' }).waitFor();
  const opener = page.getByRole('button', { name: 'Open menu' });
  await press(page, opener);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  // An open panel does not hear the keyboard before it has the focus.
  await waitForFocus(menu.getByRole('button', { name: 'Close menu' }));
  await page.keyboard.press('Escape');
  await waitForFocus(opener);
  await page.keyboard.press('Enter');
  await press(page, menu.getByRole('link', { name: 'Conversations' }));
  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  await waitForFocus(page.getByRole('main'));
  await press(page, page.getByRole('link', { name: /Fractions, patiently/ }));

  const composer = page.getByLabel('Write to Ada');
  await composer.waitFor();
  await tabTo(page, page.getByRole('region', { name: 'Messages' }));
  await tabTo(page, composer);
  await page.keyboard.type('And 1/4 + 1/6?');
  await page.keyboard.press('Enter');
  await exactText(page, 'Message sent').waitFor();
  await waitForFocus(composer);
});

it('is enough to connect', async () => {
  const nora = { firstName: 'Nora', lastName: 'Lind', phoneNumber: '+12025550177' };
  const { token } = await signUpByApi(fixture.product.url, nora);
  const page = await fixture.browser.visit('/user/experts', { token });
  const ada = page.getByRole('article', { name: 'Ada' });
  await press(page, ada.getByRole('button', { name: 'Connect Now' }));
  await ada.getByText('Reply YES on your phone').waitFor();
});

it('is enough to create an expert', async () => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await press(page, page.getByRole('link', { name: 'Experts', exact: true }));
  const create = page.getByRole('button', { name: 'Create expert' });
  await press(page, create);
  const dialog = page.getByRole('dialog', { name: 'Create an expert' });
  await type(page, dialog.getByLabel('Display name'), 'Ivo');
  await type(page, dialog.getByLabel('Handle'), 'ivo');
  await press(page, dialog.getByLabel('AI provider'));
  await waitForFocus(page.getByRole('option', { name: 'Sandbox AI' }));
  await page.keyboard.press('Enter');
  await type(page, dialog.getByLabel('System prompt'), 'You are Ivo.');
  await press(page, dialog.getByRole('button', { name: 'Create expert' }));
  await exactText(page, 'Expert created').waitFor();
  await waitForFocus(create);
});

it('is enough to work on conversations: find one, take it, reply, resolve it, go on', async () => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page
    .getByRole('link', { name: /Mia Chen/ })
    .first()
    .waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await sheet.getByText('Resolve or reopen it, or resolve the selection').waitFor();
  await waitForFocusIn(sheet);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await waitForFocusIn(page.getByRole('dialog', { name: 'Go to' }));
  await page.keyboard.type('fractions');
  const found = page.getByRole('option', { name: /Fractions, patiently/ });
  await found.waitFor();
  await page.keyboard.press('Enter');
  const composer = page.getByLabel('Write to Mia as Ada');
  await waitForFocus(composer);
  await page.keyboard.press('Escape');
  const opened = page.locator('[data-thread][aria-current=true]');
  await waitForFocus(opened);
  await page.keyboard.press('a');
  await exactText(page, 'Assigned to you').first().waitFor();
  await page.keyboard.press('r');
  await waitForFocus(composer);
  await page.keyboard.type('Read area first.');
  await page.keyboard.press('Enter');
  await exactText(page, 'Message sent').waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(opened);
  await page.keyboard.press('e');
  await exactText(page, 'Conversation resolved').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Fractions, patiently' }).waitFor({ state: 'detached' });
});

it('stays in a dialog, leaves it with Escape, and returns to where it was', async () => {
  const page = await fixture.browser.visit('/login');
  const opener = page.getByRole('button', { name: 'Privacy Policy' });
  await press(page, opener);
  const dialog = page.getByRole('dialog', { name: 'Privacy Policy' });
  await waitForFocusIn(dialog);
  for (let stops = 0; stops < 6; stops += 1) {
    await page.keyboard.press(stops < 3 ? 'Tab' : 'Shift+Tab');
    expect(await dialog.locator(':focus').count(), 'focused in the dialog').toBe(1);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(opener);
});

it('skips the menu of an admin', async () => {
  const page = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  await press(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Tab');
  expect(await page.getByRole('main').locator(':focus').count()).toBe(1);
});

it('plays no animation for a person who prefers reduced motion', async () => {
  const page = await fixture.browser.visit('/login');
  const lengthsOf = async (motion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.getByRole('button', { name: 'Privacy Policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Privacy Policy' });
    await waitForFocusIn(dialog);
    const lengths = await page.evaluate<string[]>(animationLengths);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return new Set(lengths);
  };
  expect(await lengthsOf('no-preference')).toContain('0.15s');
  expect(await lengthsOf('reduce')).toEqual(new Set(['0.001s']));
});

const animationLengths = `[...document.querySelectorAll('[role=dialog], [role=dialog] *')].map(
  (element) => getComputedStyle(element).animationDuration,
)`;

async function logIn({ email, password }: typeof mia): Promise<Page> {
  const page = await fixture.browser.visit('/login');
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await exactText(page, 'Welcome back!').waitFor();
  return page;
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function tabTo(page: Page, target: Locator, maxStops = 60): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`${target} can't be reached by Tab`);
}

async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) > 0;
}

async function waitForFocus(target: Locator): Promise<void> {
  const findFocus = async () =>
    (await hasFocus(target)) ? 'there' : target.page().evaluate<string>(describeFocus);
  await expect.poll(findFocus, { timeout: 10_000 }).toBe('there');
}

/** A failure says where the focus is instead. */
const describeFocus = `[document.activeElement?.outerHTML.slice(0, 160),
  'dialogs: ' + document.querySelectorAll('[role=dialog]').length].join(' ')`;

async function waitForFocusIn(dialog: Locator): Promise<void> {
  const focused = dialog.locator(':focus').or(dialog.and(dialog.page().locator(':focus')));
  await expect.poll(() => focused.count(), { timeout: 10_000 }).toBe(1);
}
