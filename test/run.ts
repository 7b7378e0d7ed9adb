import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.ts';

/**
 * `npm test`: every suite. The server's runs on the embedded database and, where TEST_DATABASE_URL
 * names a server, a second time there.
 */
const folder = mkdtempSync(join(tmpdir(), 'sagewire-test-'));
const { TEST_DATABASE_URL, ...environment } = process.env;
const browser = ensureBrowser();
if (spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);

const total = { passed: 0, failed: 0 };
run('on the embedded database', ['server', 'web', 'e2e'], {});
if (TEST_DATABASE_URL) run('on PostgreSQL', ['server'], { TEST_DATABASE_URL });
else console.log('TEST_DATABASE_URL is not set: PostgreSQL was not tested.');
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function run(where: string, projects: string[], more: Record<string, string>): void {
  console.log(`\nTests ${where}: ${projects.join(', ')}`);
  const report = join(folder, `${where.replaceAll(' ', '-')}.json`);
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    { stdio: 'inherit', env: { ...environment, ...more, CHROMIUM_PATH: browser } },
  );
  const counted = readReport(report);
  total.passed += counted.passed;
  // A run that broke down, or left something unhandled, has failed even if every test in it passed.
  total.failed += status === 0 ? counted.failed : Math.max(1, counted.failed);
}

function readReport(path: string): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
      readFileSync(path, 'utf8'),
    );
    const brokenFiles = numFailedTests === 0 ? numFailedTestSuites : 0;
    return { passed: numPassedTests, failed: numFailedTests + brokenFiles };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
