export type Place = { left: number; top: number; width: number };

type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

const gap = 12;
const widest = 384;

/** Edge bars, what people work on, and buttons that complete a form. */
const actions =
  '[data-keep-clear], [data-uncovered], form button, button[form], [role=dialog] footer button';
const fields = 'form input, form textarea, form [role=combobox]';
const readables = 'button, code, h1';

/** Higher boxes hold more than what was acted on. */
const maxSubjectHeight = 160;

/**
 * Finds a place where a toast covers nothing in use: under a dialog's title, else from the bottom up, the lowest of the
 * columns. Where a page is full, buttons of its lists and texts are given up last.
 * @param height at the width that fits the screen.
 * @param used the control that was used last: what stands beside it is what the toast speaks of.
 */
export function placeToast(height: number, used: Element | null = null): Place {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const width = Math.min(widest, screen.width - 2 * gap);
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const title = dialog?.querySelector(':scope > header');
  if (dialog && title) return placeInDialog(dialog, title, { width, height });
  const bars = listBoxes('[data-keep-clear]');
  const bar = bars.find((box) => box.right - box.left > width);
  const edges = { left: bar?.left ?? 0, right: bar?.right ?? screen.width };
  const right = edges.right - width - gap;
  const columns = [right, (edges.left + edges.right - width) / 2, edges.left + gap];
  const subject = findSubject(used);
  // Beside a bar it may cover fields: a long form may leave no other room.
  const clear = bars.length > 0 ? actions : `${actions}, ${fields}`;
  for (const boxes of [
    [...listBoxes(`${clear}, ${readables}`), ...subject],
    [...listBoxes(clear), ...subject],
    listBoxes(actions),
  ]) {
    const place = findLowest(boxes, columns, { width, height, bottom: screen.height - gap });
    if (place) return { ...place, width };
  }
  return { left: right, top: gap, width };
}

/** The smallest box around the control that says more than the control itself. */
function findSubject(used: Element | null): Box[] {
  if (!used?.isConnected) return [];
  const said = used.textContent?.length ?? 0;
  let around = used.parentElement;
  while (around && (around.textContent?.length ?? 0) <= said) around = around.parentElement;
  const box = around?.getBoundingClientRect();
  return box && box.height > 0 && box.height <= maxSubjectHeight ? [box] : [];
}

/** In the first column of those with equal room. */
function findLowest(
  boxes: Box[],
  columns: number[],
  from: Size & { bottom: number },
): { left: number; top: number } | null {
  const places = columns.flatMap((left) => {
    const top = riseAbove(boxes, { left, ...from });
    return top === null ? [] : [{ left, top }];
  });
  const lowest = Math.max(...places.map(({ top }) => top));
  return places.find(({ top }) => top === lowest) ?? null;
}

/** Under the title, else beside the dialog, else in any gap; over a field only without other room. */
function placeInDialog(dialog: Element, title: Element, { height, ...fits }: Size): Place {
  const frame = dialog.getBoundingClientRect();
  const width = Math.min(fits.width, frame.width - 2 * gap);
  const left = frame.left + (frame.width - width) / 2;
  const lowest = window.innerHeight - gap - height;
  const { bottom: below } = title.getBoundingClientRect();
  const rows = [below, frame.top - gap - height, frame.bottom + gap];
  const findTop = (selector: string) => {
    // What is behind the dialog can't be used.
    const boxes = listBoxes(selector, dialog);
    const isFree = (top: number) => {
      const place = { left, right: left + width, top, bottom: top + height };
      return top >= gap && top <= lowest && !boxes.some((box) => intersects(box, place));
    };
    const bottom = Math.min(frame.bottom - gap, lowest + height);
    const risen = riseAbove(boxes, { left, width, height, bottom });
    return rows.find(isFree) ?? (risen !== null && risen > below ? risen : null);
  };
  const top =
    findTop(`${actions}, ${fields}, ${readables}`) ??
    findTop(`${actions}, ${fields}`) ??
    findTop(actions);
  return { left, top: top ?? lowest, width };
}

/** Null if no gap fits. */
function riseAbove(
  boxes: Box[],
  { left, width, height, ...from }: Size & { left: number; bottom: number },
): number | null {
  let top = from.bottom - height;
  for (const box of boxes.toSorted((a, b) => b.bottom - a.bottom)) {
    const place = { left, right: left + width, top, bottom: top + height };
    if (intersects(box, place)) top = box.top - gap - height;
  }
  return top >= gap ? top : null;
}

function intersects(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function listBoxes(selector: string, within: ParentNode = document): Box[] {
  return [...within.querySelectorAll(selector)]
    .filter((element) => !element.closest('[data-toast]'))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => {
      const isDrawn = width > 0 && height > 0;
      return isDrawn && bottom > 0 && top < window.innerHeight;
    });
}
