import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aProvider } from '#test/factories.ts';
import { startTestApp, type TestApp } from '#test/runtime.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = read('deploy/prometheus-rules.yaml');
const alerts = rules
  .split('- alert: ')
  .slice(1)
  .map((text) => ({
    name: text.split('\n')[0] as string,
    expr: /expr: (?:>-\s+)?(.*)/.exec(text)?.[1] as string,
    runbook: /runbook_url: (.*)/.exec(text)?.[1] as string,
  }));
type Panel = { title: string; targets: { expr: string }[] };
const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: Panel[] };

/** `name{label="value"}` of an expression. */
function listSelectors(expr: string): { name: string; labels: [string, string][] }[] {
  return [...expr.matchAll(/\b((?:sagewire|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inner = '']) => ({
      name,
      labels: [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [
        label,
        value,
      ]),
    }),
  );
}

let test: TestApp;
let series: string[];
beforeAll(async () => {
  test = await startTestApp();
  await aProvider(test);
  const { body } = await test.app.inject('/metrics');
  series = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
});
afterAll(() => test.close());

function exists({ name, labels }: ReturnType<typeof listSelectors>[number]): boolean {
  return series.some(
    (line) =>
      (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) &&
      labels.every(([label, value]) => line.includes(`${label}="${value}"`)),
  );
}

describe('alerts and the dashboard', () => {
  it.each(alerts)('$name asks for series that a fresh server has', ({ expr }) => {
    const selectors = listSelectors(expr);
    expect(selectors).not.toEqual([]);
    expect(selectors.filter((one) => !exists(one))).toEqual([]);
  });

  it.each(panels)('the panel $title asks for series that a fresh server has', ({ targets }) => {
    const selectors = targets.flatMap(({ expr }) => listSelectors(expr));
    expect(selectors).not.toEqual([]);
    expect(selectors.filter((one) => !exists(one))).toEqual([]);
  });

  it.each(alerts)(
    '$name has its page, which says what it means, where to look and what to do',
    ({ name, runbook }) => {
      expect(existsSync(join(root, runbook)), runbook).toBe(true);
      const page = read(runbook);
      for (const part of [`# ${name}\n`, '**What it means.**', '**Look here**', '**Do this**']) {
        expect(page).toContain(part);
      }
      expect(read('docs/runbooks/README.md')).toContain(`[${name}](${runbook.split('/').at(-1)})`);
    },
  );

  it('have no page without an alert, and no page names a metric that is not there', () => {
    const pages = readdirSync(join(root, 'docs/runbooks')).filter((page) => page !== 'README.md');
    const named = alerts.map(({ runbook }) => runbook.split('/').at(-1));
    expect(pages.sort()).toEqual(named.sort());
    for (const page of pages) {
      const known = series.map((line) => line.split(/[ {]/)[0]?.replace(/_bucket$/, ''));
      const asked = listSelectors(read(`docs/runbooks/${page}`));
      expect(asked.filter(({ name }) => !known.includes(name))).toEqual([]);
    }
  });
});

describe('every series', () => {
  it('is there from the start', () => {
    const kinds = ['credentials', 'timeout', 'given_up'];
    for (const kind of kinds) {
      expect(
        exists({
          name: 'sagewire_failures_total',
          labels: [
            ['step', 'answer'],
            ['kind', kind],
          ],
        }),
      ).toBe(true);
    }
    expect(exists({ name: 'sagewire_bucket_errors_total', labels: [] })).toBe(true);
    expect(
      exists({
        name: 'sagewire_stripe_events_total',
        labels: [
          ['type', 'invoice.paid'],
          ['outcome', 'failed'],
        ],
      }),
    ).toBe(true);
  });
});
