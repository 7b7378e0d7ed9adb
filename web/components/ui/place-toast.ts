export type Place = { left: number; top: number; width: number };

type Box = { left: number; right: number; top: number; bottom: number };
/** How much of each kind a place covers, in square pixels; the worst kind first. */
type Cost = number[];

const gap = 12;
const widest = 384;

/** Edge bars, what people work on, and buttons that complete a form. */
const actions =
  '[data-keep-clear], [data-uncovered], form button, button[form], [role=dialog] footer button';
const fields = 'form input, form textarea, form [role=combobox]';
const pressables = 'button, a, code, h1';
const texts = 'p, h2, h3, dt, dd, td, label, legend, summary, [role=alert]';
/** Where a text that was just sent stands. */
const newest = '[aria-label=Messages] li:last-child';

/** Higher boxes hold more than what was acted on. */
const maxSubjectHeight = 160;

/**
 * Finds the place where a toast covers the least: in a conversation under its header, in a dialog under its title or beside
 * it, else from the bottom up.
 * @param height at the width that fits the screen.
 * @param used the control that was used last: what stands beside it is what the toast speaks of.
 * @param last where it is. It stays, unless it covers more than a page's text, so that it does not jump while one scrolls.
 */
export function placeToast(
  height: number,
  used: Element | null = null,
  last: Place | null = null,
): Place {
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1) ?? null;
  const kinds = listKinds(dialog, used);
  const costOf = (place: Place): Cost => kinds.map((boxes) => measureCover(boxes, place, height));
  const isClear = (place: Place) =>
    costOf(place).every((cost, kind) => cost === 0 || (!dialog && kind === kinds.length - 1));
  const bottom = window.innerHeight - gap - height;
  const fits = ({ top, left, width }: Place) =>
    top >= gap && top <= bottom && left + width <= window.innerWidth;

  const first = dialog ? null : placeInConversation();
  if (first && isClear(first)) return first;
  const places = dialog ? listInDialog(dialog, height) : listOnPage(kinds.flat(), height);
  if (last && places.some((place) => isBeside(place, last)) && fits(last) && isClear(last))
    return last;
  const [lowest = { left: gap, width: widest }] = places;
  return findCheapest(places.filter(fits), costOf) ?? { ...lowest, top: bottom };
}

/** From what must not be covered to what may be at worst. What is behind a dialog can't be used. */
function listKinds(dialog: Element | null, used: Element | null): Box[][] {
  const within = dialog ?? document;
  const subject = dialog ? [] : [...findSubject(used), ...listBoxes(newest, within)];
  return [
    listBoxes(actions, within),
    subject,
    listBoxes(fields, within),
    listBoxes(pressables, within),
    listBoxes(texts, within),
  ];
}

/** Under its header, at the right, where the oldest of the texts in sight are. */
function placeInConversation(): Place | null {
  const [header] = listBoxes('[data-toasts-below]');
  if (!header) return null;
  const width = Math.min(widest, header.right - header.left - 2 * gap);
  return { left: header.right - width - gap, top: header.bottom + gap, width };
}

/** The lowest first, at one height from the right. A bar at the bottom sets the edges. */
function listOnPage(boxes: Box[], height: number): Place[] {
  const width = Math.min(widest, window.innerWidth - 2 * gap);
  const bar = listBoxes('[data-keep-clear]').find((box) => box.right - box.left > width);
  const edges = { left: bar?.left ?? 0, right: bar?.right ?? window.innerWidth };
  const right = edges.right - width - gap;
  const columns = [right, (edges.left + edges.right - width) / 2, edges.left + gap];
  const tops = [window.innerHeight - gap - height, ...listTops(boxes, height)];
  return tops
    .toSorted((a, b) => b - a)
    .flatMap((top) => columns.map((left) => ({ left, top, width })));
}

/** Under the title, else beside the dialog, else in any gap from the bottom up. */
function listInDialog(dialog: Element, height: number): Place[] {
  const frame = dialog.getBoundingClientRect();
  const title = dialog.querySelector(':scope > header')?.getBoundingClientRect();
  const width = Math.min(widest, window.innerWidth - 2 * gap, frame.width - 2 * gap);
  const left = frame.left + (frame.width - width) / 2;
  const everything = listBoxes(`${actions}, ${fields}, ${pressables}, ${texts}`, dialog);
  const inside = listTops(everything, height).toSorted((a, b) => b - a);
  const tops = [
    title?.bottom ?? frame.top + gap,
    frame.top - gap - height,
    frame.bottom + gap,
    ...inside,
  ];
  return tops.map((top) => ({ left, top, width }));
}

function listTops(boxes: Box[], height: number): number[] {
  return [...new Set(boxes.flatMap(({ top, bottom }) => [top - gap - height, bottom + gap]))];
}

/** The first of those that cover least of the worst kind, then of the next. */
function findCheapest(places: Place[], costOf: (place: Place) => Cost): Place | null {
  let best: { place: Place; cost: Cost } | null = null;
  for (const place of places) {
    const cost = costOf(place);
    if (cost.every((part) => part === 0)) return place;
    if (!best || isLess(cost, best.cost)) best = { place, cost };
  }
  return best?.place ?? null;
}

function isLess(a: Cost, b: Cost): boolean {
  const kind = a.findIndex((part, index) => part !== b[index]);
  return kind !== -1 && (a[kind] ?? 0) < (b[kind] ?? 0);
}

function measureCover(boxes: Box[], { left, top, width }: Place, height: number): number {
  return boxes.reduce((sum, box) => {
    const across = Math.min(box.right, left + width) - Math.max(box.left, left);
    const down = Math.min(box.bottom, top + height) - Math.max(box.top, top);
    return across > 0 && down > 0 ? sum + across * down : sum;
  }, 0);
}

const isBeside = (a: Place, b: Place) => a.left === b.left && a.width === b.width;

/** The smallest box around the control that says more than the control itself. */
function findSubject(used: Element | null): Box[] {
  if (!used?.isConnected) return [];
  const said = used.textContent?.length ?? 0;
  let around = used.parentElement;
  while (around && (around.textContent?.length ?? 0) <= said) around = around.parentElement;
  const box = around?.getBoundingClientRect();
  return box && box.height > 0 && box.height <= maxSubjectHeight ? [box] : [];
}

function listBoxes(selector: string, within: ParentNode = document): Box[] {
  return [...within.querySelectorAll(selector)]
    .filter((element) => !element.closest('[data-toast]'))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => {
      // A single pixel is for screen readers.
      const isDrawn = width > 1 && height > 1;
      return isDrawn && bottom > 0 && top < window.innerHeight;
    });
}
