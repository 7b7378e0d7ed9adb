import type { Reporter, TestCase, TestModule } from 'vitest/node';

const reasonLines = 12;

/** Repeats failures at the end, and names what passed only at its second try. */
export const failureReport: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      for (const group of [module, ...module.children.allSuites()]) {
        for (const { message } of group.errors()) {
          report(module.relativeModuleId, message, runAlone(module));
          failed++;
        }
      }
      for (const test of module.children.allTests('passed')) {
        passed++;
        if (test.diagnostic()?.flaky) {
          console.log(`\nPassed at the second try ${nameOf(test)}\n${reasonOf(test)}`);
        }
      }
      for (const test of module.children.allTests('failed')) {
        report(nameOf(test), reasonOf(test), runAlone(module, test));
        failed++;
      }
    }
    if (!process.env.TEST_DATABASE_URL) {
      console.log('\nTEST_DATABASE_URL is not set: PostgreSQL was not tested.');
    }
    console.log(`\n${passed} passed, ${failed} failed`);
  },
};

function nameOf({ module, fullName }: TestCase): string {
  return `${module.relativeModuleId} > ${fullName}`;
}

function reasonOf(test: TestCase): string {
  const errors = test.result().errors ?? [];
  return errors.map(({ message, diff }) => [message, diff].filter(Boolean).join('\n')).join('\n');
}

function report(name: string, reason: string, command: string): void {
  const lines = reason.split('\n').slice(0, reasonLines);
  console.log(`\nFailed ${name}\n${lines.join('\n')}\nAlone: ${command}`);
}

function runAlone({ project, relativeModuleId }: TestModule, test?: TestCase): string {
  const server =
    project.name === 'postgres' ? `TEST_DATABASE_URL=${process.env.TEST_DATABASE_URL} ` : '';
  const title = test ? ` -t ${quote(toPattern(test))}` : '';
  return `${server}npm test -- --project ${project.name} ${relativeModuleId}${title}`;
}

function toPattern({ fullName }: TestCase): string {
  return fullName.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
