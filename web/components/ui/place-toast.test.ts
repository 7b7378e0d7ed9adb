import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

it('is above a bar at the bottom, and above a field that stands there', () => {
  const form = put('<form></form>', [0, 100, 390, 2000]);
  put('<input>', [16, 600, 374, 690], form);
  put('<div data-keep-clear></div>', [16, 720, 374, 790]);
  expect(placeToast(height).top).toBe(528);
});

it('covers nothing that people work on', () => {
  put('<li></li>', [0, 620, 390, 684]);
  put('<li data-uncovered></li>', [0, 684, 390, 790]);
  expect(placeToast(height).top).toBe(612);
});

it.each([
  ['a button', '<button>Connect Now</button>'],
  ['a code', '<code>CONNECT 4K7M9QXT</code>'],
  ["a page's title", '<h1>Trip to Rome</h1>'],
])('does not lie on %s outside a form', (_, html) => {
  put(html, [16, 700, 374, 790]);
  expect(placeToast(height).top).toBe(628);
});

it('goes to a column with room at the bottom before it rises', () => {
  setScreen(1440, 900);
  put('<button>Export</button>', [1300, 850, 1420, 890]);
  expect(placeToast(height)).toEqual({ left: 528, top: 828, width: 384 });
  put('<button>More</button>', [500, 850, 620, 890]);
  expect(placeToast(height)).toEqual({ left: 12, top: 828, width: 384 });
});

it('does not lie on the text that it speaks of: what stands beside the button that was pressed', () => {
  const row = put('<div>chat.example.com/api/webhooks/experts/1 </div>', [16, 640, 374, 790]);
  const used = put('<button>Copy</button>', [320, 640, 374, 664], row);
  expect(placeToast(height).top).toBe(728);
  expect(placeToast(height, used).top).toBe(568);
  used.remove();
  expect(placeToast(height, used).top).toBe(728);
});

it('lies on a list of buttons rather than on a bar, where a page has no other room', () => {
  put('<div data-keep-clear></div>', [0, 700, 390, 800]);
  put('<button>All</button>', [0, 0, 390, 700]);
  expect(placeToast(height).top).toBe(628);
});

it('does not flee from its own buttons', () => {
  const toast = put('<li data-toast></li>', [12, 728, 378, 788]);
  put('<button>Undo</button>', [300, 740, 340, 780], toast);
  expect(placeToast(height).top).toBe(728);
});

describe('in a conversation', () => {
  beforeEach(() => {
    setScreen(1440, 900);
    put('<header data-toasts-below></header>', [560, 0, 1176, 65]);
    put('<form data-keep-clear></form>', [560, 780, 1176, 900]);
  });
  const underTheHeader = { left: 780, top: 77, width: 384 };

  it('is at the right under the header, over the oldest texts in sight', () => {
    put('<p>An older text</p>', [700, 60, 1176, 300]);
    expect(placeToast(height)).toEqual(underTheHeader);
  });

  it('does not lie on the text that was just sent', () => {
    const messages = put('<ol aria-label="Messages"></ol>', [560, 65, 1176, 780]);
    put('<li>Hello</li>', [560, 90, 1176, 130], messages);
    expect(placeToast(height).top).toBe(708);
    put('<li>Are you there?</li>', [560, 140, 1176, 180], messages);
    expect(placeToast(height)).toEqual(underTheHeader);
  });
});

it('stays where it is while a text scrolls under it, not while a button does', () => {
  const first = placeToast(height);
  const text = put('<p>Scrolled here</p>', [0, 740, 390, 760]);
  expect(placeToast(height, null, first)).toEqual(first);
  expect(placeToast(height).top, 'if it comes anew').toBe(668);
  text.innerHTML = '';
  put('<button>Save</button>', [0, 740, 390, 760]);
  expect(placeToast(height, null, first).top).toBe(668);
});

describe('in a dialog', () => {
  function putDialog([top, bottom]: [number, number], buttonsTop = bottom - 60) {
    const dialog = put('<div role="dialog" data-state="open"></div>', [16, top, 374, bottom]);
    put('<header></header>', [16, top, 374, top + 70], dialog);
    const form = put('<form></form>', [16, top + 70, 374, bottom], dialog);
    put('<button>Save</button>', [30, buttonsTop, 360, bottom - 20], form);
    return form;
  }

  it('is under the title', () => {
    putDialog([200, 700]);
    expect(placeToast(height)).toEqual({ left: 28, top: 270, width: 334 });
  });

  it.each([
    ['above the dialog', [200, 700], 128],
    ['below a dialog at the top', [20, 520], 532],
  ] as const)('is beside a field or button that is under the title: %s', (_, edges, top) => {
    const form = putDialog([...edges]);
    put('<input>', [30, edges[0] + 90, 360, edges[0] + 134], form);
    expect(placeToast(height).top).toBe(top);
  });

  it('covers no warning: it is beside the dialog', () => {
    const form = putDialog([200, 700]);
    put('<p>This can not be undone.</p>', [30, 280, 360, 330], form);
    expect(placeToast(height).top).toBe(128);
    expect(placeToast(height, null, { left: 28, top: 270, width: 334 }).top).toBe(128);
  });

  it('disregards what is behind', () => {
    const form = put('<form></form>', [0, 0, 390, 800]);
    put('<input>', [0, 250, 390, 400], form);
    putDialog([200, 700]);
    expect(placeToast(height).top).toBe(270);
  });

  it('is wholly on the screen, between the fields of a dialog that fills it', () => {
    setScreen(390, 560);
    const form = putDialog([16, 544]);
    put('<input>', [30, 90, 360, 134], form);
    put('<input>', [30, 220, 360, 264], form);
    expect(placeToast(height).top).toBe(412);
    put('<input>', [30, 300, 360, 450], form);
    expect(placeToast(height).top, 'between two fields').toBe(148);
    put('<input>', [30, 140, 360, 210], form);
    expect(placeToast(height).top, 'where it covers no field').toBe(18);
    put('<button>Delete</button>', [30, 90, 360, 470], form);
    expect(placeToast(height).top, 'over no button').toBe(18);
  });
});
