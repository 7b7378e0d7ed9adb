import type { CDPSession, Page } from 'playwright-core';
import { median, percentile, type Result } from '../statistics.ts';
import { people, type Visitor } from './visitor.ts';

export const longThreadLength = 10_000;
const opens = 5;
const scrollPx = 60_000;
const scrollPxPerSecond = 6_000;

/** Time until the newest of 10,000 messages is painted, and frames dropped while scrolling. */
export async function measureLongThread(
  visitor: Visitor,
  { url, threadId }: { url: string; threadId: string },
): Promise<Result[]> {
  const address = `${url}/threads/${threadId}`;
  const times: number[] = [];
  for (let round = 0; round <= opens; round++) {
    const page = await visitor.enter(people.mia);
    await page.goto(address, { waitUntil: 'commit' });
    const ms = await waitUntilPainted(page, `Message ${longThreadLength}`);
    if (round > 0) times.push(ms); // the first is a warm-up
    await page.context().close();
  }
  const page = await visitor.enter(people.mia);
  await page.goto(address);
  await waitUntilPainted(page, `Message ${longThreadLength}`);
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

/** In ms from navigation start. */
function waitUntilPainted(page: Page, body: string): Promise<number> {
  // Messages are transparent until they are positioned.
  return page.evaluate<number>(`new Promise((done) => {
    const look = () => {
      const list = document.querySelector('section[aria-label="Messages"]');
      const newest = list && [...list.querySelectorAll('li')].at(-1);
      const isSeen = newest?.textContent.includes(${JSON.stringify(body)})
        && getComputedStyle(list).opacity === '1';
      // A task queued in a frame runs after the frame is presented.
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

async function traceScrolling(page: Page) {
  const session = await page.context().newCDPSession(page);
  const events = await startTracing(session);
  const box = await page.getByRole('region', { name: 'Messages' }).boundingBox();
  if (!box) throw new Error('No messages on the page');
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
