import type { CDPSession, Page } from 'playwright-core';
import { median, percentile, type Result } from '../statistics.ts';
import { people, type Visitor } from './visitor.ts';

export const longThreadLength = 10_000;
const opens = 5;
const scrollPx = 60_000;
const scrollPxPerSecond = 6_000;

/** A thread of 10,000 messages: how soon the newest is painted, and whether scrolling through it drops frames. */
export async function measureLongThread(
  visitor: Visitor,
  { url, threadId }: { url: string; threadId: string },
): Promise<Result[]> {
  const address = `${url}/threads/${threadId}`;
  const times: number[] = [];
  for (let round = 0; round <= opens; round++) {
    const page = await visitor.enter(people.mia);
    await page.goto(address, { waitUntil: 'commit' });
    const ms = await untilPainted(page, `Message ${longThreadLength}`);
    if (round > 0) times.push(ms); // the first warms the server up
    await page.context().close();
  }
  const page = await visitor.enter(people.mia);
  await page.goto(address);
  await untilPainted(page, `Message ${longThreadLength}`);
  await loadEverything(page);
  const { dropped, frames, intervals } = await traceScrolling(page);
  await page.context().close();
  const bench = `dashboard, ${longThreadLength} messages`;
  return [
    { bench, measure: 'newest painted', value: median(times), unit: 'ms', promise: '< 1 s' },
    { bench, measure: 'newest painted, slowest', value: Math.max(...times), unit: 'ms' },
    { bench, measure: 'frame while scrolling, p95', value: percentile(intervals, 95), unit: 'ms' },
    {
      bench,
      measure: `dropped of ${frames} frames`,
      value: (dropped / frames) * 100,
      unit: '%',
      promise: '≤ 1 %',
    },
  ];
}

/** Milliseconds since the navigation began, once a frame with the message has been presented. */
function untilPainted(page: Page, body: string): Promise<number> {
  // Messages stay transparent until they have found their place.
  return page.evaluate<number>(`new Promise((done) => {
    const look = () => {
      const list = document.querySelector('section[aria-label="Messages"]');
      const newest = list && [...list.querySelectorAll('li')].at(-1);
      const isSeen = newest?.textContent.includes(${JSON.stringify(body)})
        && getComputedStyle(list).opacity === '1';
      // The message after a frame is delivered when that frame has been handed over.
      if (isSeen) setTimeout(() => done(performance.now()));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

async function loadEverything(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const list = document.querySelector('section[aria-label="Messages"]');
    const timer = setInterval(() => {
      list.scrollTop = 0;
      if (!list.textContent.includes('Start of the conversation')) return;
      clearInterval(timer);
      done();
    }, 50);
  })`);
  await page.waitForTimeout(1_000);
}

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  args?: { frame_reporter?: { state?: string; affects_smoothness?: boolean } };
};

/** Scrolls like a finger, by the browser's own gestures, and reads its own account of the frames. */
async function traceScrolling(page: Page) {
  const session = await page.context().newCDPSession(page);
  const events = await startTracing(session);
  const box = await page.getByRole('region', { name: 'Messages' }).boundingBox();
  if (!box) throw new Error('The messages are gone');
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -scrollPx,
    speed: scrollPxPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const trace = await events();
  const reports = trace.filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b');
  const states = reports.map(({ args }) => args?.frame_reporter);
  const wanted = states.filter((state) => state?.state !== 'STATE_NO_UPDATE_DESIRED');
  const dropped = wanted.filter(
    (state) => state?.state === 'STATE_DROPPED' && state.affects_smoothness,
  );
  const drawn = trace.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000);
  const intervals = drawn.slice(1).map((at, index) => at - (drawn[index] as number));
  return { dropped: dropped.length, frames: wanted.length, intervals };
}

/** Answers what ends it and hands over what was recorded. */
async function startTracing(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])));
  const categories = ['cc', 'benchmark', 'disabled-by-default-devtools.timeline.frame'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories, 'devtools.timeline.frame'] },
  });
  return async () => {
    const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
    await session.send('Tracing.end');
    await complete;
    return events.toSorted((one, other) => one.ts - other.ts);
  };
}
