import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startProcess } from './product.ts';
import type { Result } from './statistics.ts';

export async function benchStart(): Promise<Result[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-start-'));
  const start = () => startProcess('server/main.ts', { DATA_DIR: dataDir }, '/login');
  const first = await start();
  await first.stop();
  const second = await start();
  await second.stop();
  const bench = 'start, embedded';
  return [
    { bench, measure: 'first start', value: first.readyMs / 1000, unit: 's', promise: '≤ 15 s' },
    { bench, measure: 'second start', value: second.readyMs / 1000, unit: 's', promise: '≤ 4 s' },
    {
      bench,
      measure: 'first page, script',
      value: measureFirstLoad(/\.js$/),
      unit: 'kB gzip',
      promise: '≤ 105 kB',
    },
    { bench, measure: 'first page, style', value: measureFirstLoad(/\.css$/), unit: 'kB gzip' },
  ];
}

/** What index.html loads; pages load their own chunks later. */
function measureFirstLoad(kind: RegExp): number {
  const page = readFileSync('dist/web/index.html', 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  const bytes = files
    .filter((file) => kind.test(file))
    .map((file) => gzipSync(readFileSync(`dist/web/${file}`), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
