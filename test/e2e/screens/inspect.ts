import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { settle } from './tabs.ts';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const rules = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export function findViolations(page: Page): Promise<string[]> {
  return runRules(page, { type: 'tag', values: wcag22aa });
}

/** Only contrast depends on the theme. */
export function findContrastViolations(page: Page): Promise<string[]> {
  return runRules(page, { type: 'rule', values: ['color-contrast'] });
}

async function runRules(
  page: Page,
  runOnly: { type: 'tag' | 'rule'; values: string[] },
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await loadRules(page);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => id + ': ' + html + '\\n' + failureSummary)))`);
}

/** The tab keeps the compiled rules, unlike after `page.evaluate`. */
async function loadRules(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: rules });
  await session.detach();
}

/** Not covered by axe. */
export async function findFlaws(page: Page): Promise<string[]> {
  return [...(await findLayoutFlaws(page)), ...(await page.evaluate<string[]>(flawsInPage))];
}

/** A toast follows what moves a tenth of a second later. */
const maxLooks = 12;

/** What depends on the window's size. */
export async function findLayoutFlaws(page: Page, looks = 1): Promise<string[]> {
  const flaws = await page.evaluate<string[]>(layoutFlawsInPage);
  if (flaws.length === 0 || looks === maxLooks) return flaws;
  await settle(page);
  return findLayoutFlaws(page, looks + 1);
}

/** As in a phone's settings. */
export async function findLargeTextFlaws(page: Page): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
  await setSize('200%');
  await settle(page);
  const flaws = await page.evaluate<string[]>(largeTextFlawsInPage);
  await setSize('');
  return flaws.map((flaw) => `large text: ${flaw}`);
}

const begin = `
  const flaws = [];
  const describe = (element) => element.outerHTML.slice(0, 160);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });`;

const listSideways = `
  const scrolling = 'main, [role=dialog], [role=dialog] [role=region], nav';
  for (const box of [document.documentElement, document.body, ...document.querySelectorAll(scrolling)]) {
    if (box.scrollWidth > box.clientWidth && isShown(box))
      flaws.push('scrolls sideways: ' + box.scrollWidth + ' in ' + box.clientWidth + ': ' + describe(box));
  }`;

const largeTextFlawsInPage = `(() => {${begin}${listSideways}
  for (const control of document.querySelectorAll('button, label, nav a, [role=status] p')) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = control;
    const isCut = scrollWidth > clientWidth + 1 || (control.matches('button') && scrollHeight > clientHeight + 1);
    if (isCut && clientWidth > 1 && isShown(control)) flaws.push('does not fit: ' + describe(control));
  }
  return flaws;
})()`;

const layoutFlawsInPage = `(() => {${begin}${listSideways}
  for (const text of document.querySelectorAll('.truncate')) {
    if (!isShown(text)) continue;
    const end = text.getBoundingClientRect().right;
    if (end > clipOf(text).getBoundingClientRect().right + 1)
      flaws.push('cut off without an ellipsis: ' + describe(text));
    const least = 3 * parseFloat(getComputedStyle(text).fontSize);
    if (text.scrollWidth > text.clientWidth && text.clientWidth < least)
      flaws.push('nearly nothing is left: ' + describe(text));
  }

  const isSandbox = location.pathname.startsWith('/sandbox');
  const { scrollHeight } = document.documentElement;
  if (scrollHeight !== innerHeight && !isSandbox) flaws.push('the document scrolls: ' + scrollHeight + ' in ' + innerHeight);
  for (const box of isSandbox ? [] : [document.body, document.querySelector('main')]) {
    if (!box || getComputedStyle(box).overflowY === 'visible') continue;
    const contents = [...box.children].map((child) => child.getBoundingClientRect().bottom + box.scrollTop);
    const { paddingBottom } = getComputedStyle(box);
    const blank = box.scrollHeight - Math.max(box.clientHeight, ...contents) - parseFloat(paddingBottom);
    if (blank > 1) flaws.push(box.localName + ' scrolls into ' + blank + ' px of nothing');
  }
  const aside = document.querySelector('aside');
  for (const button of aside?.querySelectorAll('button, a') ?? []) {
    if (isShown(button) && !isOnTop(button)) flaws.push('can not be clicked: ' + describe(button));
  }

  const toast = document.querySelector('[data-toast][data-state=open]')?.getBoundingClientRect();
  const opened = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const pressed = 'button, input, textarea, select, [role=combobox], [data-uncovered], [data-keep-clear]';
  // A dialog in so low a window leaves no room beside its words.
  const inDialog = innerHeight < 500 ? 'h2' : 'p, h2';
  const read = opened ? inDialog : '[role=alert], [aria-label=Messages] li:last-child';
  for (const element of toast ? (opened ?? document).querySelectorAll(pressed + ', ' + read) : []) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isCovered = left < toast.right - 1 && toast.left < right - 1 && top < toast.bottom - 1 && toast.top < bottom - 1;
    if (isCovered && width > 1 && height > 1 && isShown(element) && !element.closest('[data-toast]') && isInView(element))
      flaws.push('under a toast: ' + describe(element));
  }
  return flaws;

  // Neither scrolled out of its box nor behind a bar.
  function isInView(element) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).some((found) => element.contains(found));
  }
  // The nearest box around the element that cuts off what is wider.
  function clipOf(element) {
    const parent = element.parentElement;
    const isClip = !parent || getComputedStyle(parent).overflowX !== 'visible';
    return isClip ? (parent ?? element) : clipOf(parent);
  }
  // Behind a dialog nothing can be clicked; a long menu scrolls.
  function isOnTop(control) {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') || bottom > innerHeight || top < 0) return true;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return control.contains(found) || (found?.contains(control) ?? false);
  }
})()`;

const flawsInPage = `(() => {${begin}
  const headings = [...document.querySelectorAll('h1')].filter(isShown);
  if (headings.length !== 1) flaws.push(headings.length + ' first headings');

  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')].at(-1);
  const focused = document.activeElement;
  const isForThumbs = innerWidth < 768 && /^\\/(user|threads|login|payment)/.test(location.pathname);
  const stops = 'a[href], button, input, select, textarea, [tabindex]';
  for (const stop of (dialog ?? document).querySelectorAll(stops)) {
    // The focused element may vanish without focus, such as a title that is being edited.
    if (stop === focused || !isShown(stop) || stop.disabled || stop.tabIndex < 0) continue;
    const around = [stop, ...ancestors(stop, 3)];
    const { width, height } = targetOf(stop).getBoundingClientRect();
    // An element of one pixel is for the keyboard, such as the ends of the toasts' region.
    const isForKeys = stop.matches('.sr-only') || (width <= 1 && height <= 1);
    if (isForThumbs && (width < 44 || height < 44) && !isForKeys && !stop.closest('p'))
      flaws.push('smaller than a thumb: ' + width + ' x ' + height + ': ' + describe(stop));
    document.activeElement?.blur();
    const before = around.map(marks).join();
    stop.focus({ focusVisible: true });
    if (document.activeElement !== stop) continue;
    const isMarked = around.map(marks).join() !== before;
    if (!isMarked) flaws.push('focus does not show: ' + describe(stop));
  }
  document.activeElement?.blur();
  // The last focus may have scrolled something half under the header.
  document.body.scrollTo(0, 0);
  return flaws;

  // A radio button's target is its label, which may cover a whole card.
  function targetOf(stop) {
    const label = stop.labels?.[0];
    if (!label) return stop;
    if (getComputedStyle(label, '::after').position === 'absolute') return label.offsetParent;
    return label.contains(stop) ? label : stop;
  }
  function marks(element) {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow].join(' ');
  }
  function ancestors(element, count) {
    const parent = element.parentElement;
    return parent && count > 0 ? [parent, ...ancestors(parent, count - 1)] : [];
  }
})()`;
