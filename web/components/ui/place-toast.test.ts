import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeToast } from './place-toast.ts';

const height = 60;
const [screenWidth, screenHeight] = [window.innerWidth, window.innerHeight];

beforeEach(() => setScreen(390, 800));
afterEach(() => {
  document.body.replaceChildren();
  setScreen(screenWidth, screenHeight);
});

function setScreen(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
}

type Edges = [left: number, top: number, right: number, bottom: number];

/** happy-dom has no layout. */
function put(html: string, [left, top, right, bottom]: Edges, into: Element = document.body) {
  into.insertAdjacentHTML('beforeend', html);
  const element = into.lastElementChild as HTMLElement;
  const box = { left, top, right, bottom, width: right - left, height: bottom - top };
  element.getBoundingClientRect = () => box as DOMRect;
  return element;
}

it('is at the bottom of a page that has nothing there, to the right of a wide one', () => {
  expect(placeToast(height)).toEqual({ left: 12, top: 728, width: 366 });
  setScreen(1440, 900);
  expect(placeToast(height)).toEqual({ left: 1044, top: 828, width: 384 });
});

it('is above the composer, and within its pane', () => {
  setScreen(1440, 900);
  put('<div data-keep-clear></div>', [560, 740, 1176, 780]);
  put('<form data-keep-clear></form>', [560, 780, 1176, 900]);
  expect(placeToast(height)).toEqual({ left: 780, top: 668, width: 384 });
});

it("covers no form's button or field, if there is room", () => {
  const form = put('<form></form>', [0, 100, 390, 800]);
  put('<button>Save</button>', [16, 720, 374, 764], form);
  put('<input>', [16, 640, 374, 690], form);
  expect(placeToast(height).top).toBe(568);
  put('<textarea></textarea>', [16, 30, 374, 630], form);
  expect(placeToast(height).top, 'over fields, not over buttons').toBe(648);
});

it('is right above a bar at the bottom, whatever it covers', () => {
  const form = put('<form></form>', [0, 100, 390, 2000]);
  put('<input>', [16, 600, 374, 690], form);
  put('<div data-keep-clear></div>', [16, 720, 374, 790]);
  expect(placeToast(height).top).toBe(648);
});

it('covers nothing that people work on', () => {
  put('<li></li>', [0, 620, 390, 684]);
  put('<li data-uncovered></li>', [0, 684, 390, 790]);
  expect(placeToast(height).top).toBe(612);
});

it("is under a dialog's title, or beside a dialog that has no room for it", () => {
  const dialog = put('<div role="dialog" data-state="open"></div>', [16, 200, 374, 700]);
  put('<header></header>', [16, 200, 374, 270], dialog);
  const footer = put('<footer></footer>', [16, 620, 374, 700], dialog);
  put('<button>Save</button>', [30, 640, 360, 680], footer);
  expect(placeToast(height)).toEqual({ left: 28, top: 270, width: 334 });
  put('<button>Delete</button>', [30, 300, 360, 340], footer);
  expect(placeToast(height).top).toBe(128);
});
