/**
 * `npm test` runs what one runs without thinking: all units, the server on one engine, the browser's tests, the stories and
 * each screen in the light. `npm run test:all` adds the other engine, the dark, every form's faults, restarts, updates,
 * proxies and the torture; `rest` is what it adds. Files that are named run whole.
 */
export type Part = 'first' | 'rest' | 'all';

/** @param args of the command line, which may name files. */
export function readPart(args: string[], env: Record<string, string | undefined>): Part {
  if (env.TEST_PART === 'rest' || env.TEST_PART === 'all') return env.TEST_PART;
  const named = args.filter((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'vitest');
  return named.length > 0 ? 'all' : 'first';
}
