import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins the thousands of orderings first, so that no core idles while they end alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = (file: TestSpecification) => file.moduleId.includes('in-any-order');
    const sorted = await super.sort(files);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

/** Left to itself, Vitest keeps one core back: half of a machine with two. */
const maxWorkers = '100%';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['{server,shared,sandbox,test}/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/web/**'],
          setupFiles: ['test/setup.ts'],
          maxWorkers,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Styles are left out, but for those that a test reads as text.
          css: { include: /\?raw$/ },
          setupFiles: ['test/web/setup.ts'],
          maxWorkers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Each file has a product and a browser of its own: they go one at a time.
          fileParallelism: false,
          // What a busy machine draws a little later is there all the same.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
