import { join } from 'node:path';

/** Compiling is half of a start's work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/sagewire-tests'),
};
