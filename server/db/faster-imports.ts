import { enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';

// Does nothing where the folder can't be written.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));

const drizzle = 'drizzle-orm';
const entries = new Map<string, string>();

/**
 * For each import of or within drizzle-orm, Node would parse that package's package.json, 180 KB: a second of a
 * start. Entry points import this file first and the rest dynamically, because static imports are resolved earlier.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && parentURL.includes(`/node_modules/${drizzle}/`)) {
      return asModule(new URL(specifier, parentURL).href);
    }
    if (specifier !== drizzle && !specifier.startsWith(`${drizzle}/`)) {
      return next(specifier, context);
    }
    const url = entries.get(specifier) ?? next(specifier, context).url;
    entries.set(specifier, url);
    return asModule(url);
  },
});

function asModule(url: string) {
  return { url, format: 'module', shortCircuit: true };
}
