/**
 * `npm test` runs what one runs without thinking: the units, the server on one engine, the browser's tests, the stories and
 * each screen in the light. `npm run test:all` adds the other engine, the dark, every form's faults, restarts, updates,
 * proxies, the torture, and what `restPatterns` names; `rest` is what it adds. Files that are named run whole.
 */
export type Part = 'first' | 'rest' | 'all';
const parts: Part[] = ['first', 'rest', 'all'];

/** @param args of the command line, which may name files. */
export function readPart(args: string[], env: Record<string, string | undefined>): Part {
  const asked = parts.find((part) => part === env.TEST_PART);
  if (asked) return asked;
  const named = args.filter((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'vitest');
  return named.length > 0 ? 'all' : 'first';
}

/** Of the units and of the server's tests. */
const restPatterns = [
  // Floods, guesses, forged senders, hostile texts; who may call what is looked at each time.
  /^test\/attack\/(?!routes\.)/,
  // The vendors' own SDKs against the stand-ins.
  /^sandbox\/((anthropic|google|openai|sms|stripe)|phone\/phone)\.test/,
  // Random histories and texts.
  /in-any-order|simulated-talks|parts-of-any-answer|analytics\/consistency/,
  // Every word of 60,000 written texts.
  /^safety\/learning\/weights\.test/,
  // Installations: their packages, folders and copies, each by processes of its own.
  /^test\/(sbom|backup-script)|lost-installation|admin\/process|settings\/data-dir|^server\/operations\/doctor\/(start|network)/,
];

export function isInRest(path: string): boolean {
  return restPatterns.some((pattern) => pattern.test(path));
}
