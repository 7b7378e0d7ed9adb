import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules as the package brings them, only smaller. */
const fromPackage = createRequire(import.meta.resolve('@axe-core/playwright'));
const rules = readFileSync(fromPackage.resolve('axe-core/axe.min.js'), 'utf8');
/** Evaluated instead of the rules once a page has them: half a megabyte takes its time. */
const alreadyThere = 'void window.axe';

/** What the accessibility rules object to. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(rules);
  const { violations } = await new AxeBuilder({ page, axeSource: alreadyThere })
    // The other mode opens a tab of its own for its report.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(wcag22aa)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** What no rule book has, but every page keeps. */
export async function findFlaws(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(flawsInPage);
}

const flawsInPage = `(() => {
  const flaws = [];
  const describe = (element) => element.outerHTML.slice(0, 160);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

  const headings = [...document.querySelectorAll('h1')].filter(isShown);
  if (headings.length !== 1) flaws.push(headings.length + ' first headings');

  const scrolling = 'main, [role=dialog], [role=dialog] section, nav';
  for (const box of [document.documentElement, ...document.querySelectorAll(scrolling)]) {
    if (box.scrollWidth > box.clientWidth && isShown(box))
      flaws.push('scrolls sideways: ' + box.scrollWidth + ' in ' + box.clientWidth + ': ' + describe(box));
  }

  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')].at(-1);
  const focused = document.activeElement;
  const isForThumbs = innerWidth < 768 && /^\\/(user|threads|login|payment)/.test(location.pathname);
  const stops = 'a[href], button, input, select, textarea, [tabindex]';
  for (const stop of (dialog ?? document).querySelectorAll(stops)) {
    // What has the focus may be there only as long as it has it, such as a title that is being edited.
    if (stop === focused || !isShown(stop) || stop.disabled || stop.tabIndex < 0) continue;
    const around = [stop, ...ancestors(stop, 3)];
    const { width, height } = targetOf(stop).getBoundingClientRect();
    // What is drawn as a point at most is there for the keyboard alone, such as the ends of the toasts' region.
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
  // Where the last focus has scrolled to, something may lie half under the header.
  scrollTo(0, 0);
  return flaws;

  // A choice is made anywhere in its label, which may lie over a whole card.
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
