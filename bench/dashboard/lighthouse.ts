import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '#test/browser.ts';
import { freePort } from '#test/free-port.ts';
import { median, type Result } from '../statistics.ts';
import { fetchToken, people } from './visitor.ts';

/** 170 MB, too large for a dependency: npm downloads it for the run. */
const lighthouse = ['exec', '--yes', '--package=lighthouse@13.5.0', '--', 'lighthouse'];
const rounds = 3;

type Category = 'performance' | 'accessibility' | 'best-practices';
const promises: Record<Category, string> = {
  performance: '≥ 98',
  accessibility: '100',
  'best-practices': '100',
};
type Report = {
  categories: Record<Category, { score: number }>;
  audits: Record<string, { numericValue: number }>;
};

/** Median of three visits on a phone. */
export async function measureLighthouse(url: string): Promise<Result[]> {
  return [
    ...(await rate(url, '/login', null)),
    ...(await rate(url, '/user/experts', await fetchToken(url, people.mia))),
  ];
}

async function rate(url: string, path: string, token: string | null): Promise<Result[]> {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round++) reports.push(await visit(url, path, token));
  const bench = `dashboard, Lighthouse ${path}`;
  const of = (read: (report: Report) => number) => median(reports.map(read));
  const scores = (Object.keys(promises) as Category[]).map((category) => ({
    bench,
    measure: category,
    value: of(({ categories }) => categories[category].score * 100),
    unit: '',
    promise: promises[category],
  }));
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
  const shifts = 'cumulative-layout-shift';
  return [
    ...scores,
    ...times.map((audit) => ({
      bench,
      measure: audit,
      value: of(({ audits }) => audits[audit]?.numericValue ?? Number.NaN),
      unit: 'ms',
    })),
    {
      bench,
      measure: shifts,
      value: of(({ audits }) => audits[shifts]?.numericValue ?? 0),
      unit: '',
    },
  ];
}

/** With an empty cache. */
async function visit(url: string, path: string, token: string | null): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'sagewire-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    viewport: null,
  });
  if (token) {
    const page = await context.newPage();
    // Same origin, but without scripts.
    await page.goto(`${url}/health/live`);
    await page.evaluate(`localStorage.setItem('auth_token', ${JSON.stringify(token)})`);
    await page.close();
  }
  const report = join(folder, 'report.json');
  const options = ['--quiet', `--port=${port}`, '--disable-storage-reset', '--output=json'];
  const child = spawn('npm', [...lighthouse, url + path, ...options, `--output-path=${report}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  await context.close();
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}
