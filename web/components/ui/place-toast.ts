export type Place = { left: number; top: number; width: number };

type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

const gap = 12;
const widest = 384;

/** Edge bars, what people work on, and buttons that complete a form. */
const actions =
  '[data-keep-clear], [data-uncovered], form button, button[form], [role=dialog] footer button';
const fields = 'form input, form textarea, form [role=combobox]';

/**
 * Finds a place where a toast covers nothing in use: under a dialog's title, else from the bottom
 * up.
 * @param height at the width that fits the screen.
 */
export function placeToast(height: number): Place {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const width = Math.min(widest, screen.width - 2 * gap);
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const title = dialog?.querySelector(':scope > header');
  if (dialog && title) return placeInDialog(dialog, title, { width, height });
  const bars = listBoxes('[data-keep-clear]');
  const bar = bars.find((box) => box.right - box.left > width);
  const left = (bar?.right ?? screen.width) - width - gap;
  const from = { left, width, height, bottom: screen.height - gap };
  // Beside a bar it may cover fields: a long form may leave no other room.
  const clear = bars.length > 0 ? actions : `${actions}, ${fields}`;
  const top = riseAbove(listBoxes(clear), from) ?? riseAbove(listBoxes(actions), from);
  return { left, top: top ?? gap, width };
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
  return { left, top: findTop(`${actions}, ${fields}`) ?? findTop(actions) ?? lowest, width };
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
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height, top, bottom }) => {
      const isDrawn = width > 0 && height > 0;
      return isDrawn && bottom > 0 && top < window.innerHeight;
    });
}
