import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { startProcess } from '../../bench/product.ts';
import { listProblems } from './report.ts';
import { printRolling, rollOver, thisVersion } from './rolling.ts';
import { contract, copyVersion, expansion, index } from './versions.ts';

const timeLimit = 300_000;

it.runIf(process.env.TEST_DATABASE_URL)(
  'answers each acknowledged text once, in order, while a newer version takes over and the older one comes back',
  async () => {
    const newer = copyVersion([expansion, index]);
    const scripts = [thisVersion, newer.script, thisVersion];
    const plan = { seconds: 0, perSecond: 10, people: 40, replicas: 1, scripts };
    const report = await rollOver(plan).finally(newer.remove);
    printRolling(report);
    const { lostAcks, failedStops, replaced, texts, replies, refused } = report;
    // Whether an ack may be lost at all, the same version's replacement shows.
    expect(listProblems(report)).toEqual([]);
    expect({ failedStops, replaced }).toEqual({ failedStops: 0, replaced: 4 });
    // On a very slow machine the loop guard may step in.
    expect(replies + refused).toBe(texts - lostAcks.length);
    expect(replies).toBeGreaterThan(0);
  },
  timeLimit,
);

it(
  'goes back to the version before a contract, and no further',
  async () => {
    const before = copyVersion([expansion, index]);
    const after = copyVersion([expansion, index, contract]);
    const dataDir = mkdtempSync(join(tmpdir(), 'sagewire-versions-'));
    const logPath = join(dataDir, 'log');
    const startOnce = async (script: string) => {
      const settings = { DATA_DIR: dataDir, ROLES: 'http,worker', PORT: String(await freePort()) };
      const running = await startProcess(script, settings, '/health/ready', openSync(logPath, 'w'));
      await running.stop();
    };
    try {
      await startOnce(after.script);
      await startOnce(before.script);
      await expect(startOnce(thisVersion)).rejects.toThrow('ended with exit code 1');
      expect(readFileSync(logPath, 'utf8')).toBe(
        `The database was changed by a newer Sagewire, and no longer has what this version needs. Start a version that knows the migration ${expansion.tag}, or restore a backup.\n`,
      );
    } finally {
      for (const version of [before, after]) version.remove();
      rmSync(dataDir, { recursive: true });
    }
  },
  timeLimit,
);
