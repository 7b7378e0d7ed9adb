import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { JsonTestResult, JsonTestResults } from 'vitest/node';
import { ensureBrowser } from './browser.ts';

/**
 * `npm test`: every suite. The server's runs on the embedded database and, where TEST_DATABASE_URL
 * names a server, a second time there.
 */
const folder = mkdtempSync(join(tmpdir(), 'sagewire-test-'));
const { TEST_DATABASE_URL, ...environment } = process.env;
/** Lines of a failure's reason that are repeated at the end of the run. */
const reasonLines = 12;
/** The ten thousand orderings of payments take minutes: tried whole on a server, the embedded database gets a tenth. */
const fewerOrderings: Record<string, string> = TEST_DATABASE_URL
  ? { LEDGER_RUNS: environment.LEDGER_RUNS ?? '1000' }
  : {};
const browser = ensureBrowser();
if (spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit' }).status !== 0)
  process.exit(1);

const total = { passed: 0, failed: 0, failures: [] as string[] };
run('on the embedded database', ['server', 'web', 'e2e'], fewerOrderings);
if (TEST_DATABASE_URL) run('on PostgreSQL', ['server'], { TEST_DATABASE_URL });
else console.log('TEST_DATABASE_URL is not set: PostgreSQL was not tested.');
for (const failure of total.failures) console.log(`\nFailed ${failure}`);
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
  total.failures.push(...counted.failures.map((failure) => `${where}: ${failure}`));
  // A run that broke down, or left something unhandled, has failed even if every test in it passed.
  total.failed += status === 0 ? counted.failed : Math.max(1, counted.failed);
}

interface Counted {
  passed: number;
  failed: number;
  /** What failed and why, a few lines each: named again at the end of the run, where it is read. */
  failures: string[];
}

function readReport(path: string): Counted {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as JsonTestResults;
    const brokenFiles = report.numFailedTests === 0 ? report.numFailedTestSuites : 0;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles,
      failures: report.testResults.flatMap(describeFailures),
    };
  } catch {
    return { passed: 0, failed: 1, failures: ['the run ended without a report'] };
  }
}

function describeFailures({ name, message, assertionResults }: JsonTestResult): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const file = relative(process.cwd(), name);
  if (failed.length === 0) return message ? [`${file}\n${message}`] : [];
  return failed.map(({ fullName, failureMessages }) => {
    const reason = (failureMessages ?? []).join('\n').split('\n').slice(0, reasonLines);
    return `${file} > ${fullName}\n${reason.join('\n')}`;
  });
}
