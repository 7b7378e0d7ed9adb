import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{server,shared,sandbox,test}/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/web/**'],
          setupFiles: ['test/setup.ts'],
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
