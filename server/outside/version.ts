import { readFileSync } from 'node:fs';

/** Stands in package.json alone; health, metrics, the start, Settings and OpenAPI show it. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
