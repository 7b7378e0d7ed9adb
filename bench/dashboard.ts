import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeLongThread } from '#test/long-thread.ts';
import { measureFirstLoads } from './dashboard/first-load.ts';
import { measureLighthouse } from './dashboard/lighthouse.ts';
import { longThreadLength, measureLongThread } from './dashboard/long-thread.ts';
import { startVisitor } from './dashboard/visitor.ts';
import { startProcess } from './product.ts';
import type { Result } from './statistics.ts';

export async function benchDashboard(): Promise<Result[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-dashboard-'));
  const start = () => startProcess('server/main.ts', { DATA_DIR: dataDir }, '/health/ready');
  const first = await start();
  await first.stop();
  const threadId = await storeLongThread(dataDir, longThreadLength);
  const { url, stop } = await start();
  const visitor = await startVisitor(url);
  const results = [
    ...(await measureFirstLoads(visitor, { url, threadId })),
    ...(await measureLongThread(visitor, { url, threadId })),
  ];
  await visitor.close();
  results.push(...(await measureLighthouse(url)));
  await stop();
  return results;
}
