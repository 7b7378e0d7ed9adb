import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillInTests, readKeepers, specPage } from './spec-clauses.ts';

/** `npm run conformance` writes the tests of each clause into the page, from the tags in the tests. */
const path = join(import.meta.dirname, '..', specPage);
writeFileSync(path, fillInTests(readFileSync(path, 'utf8'), readKeepers()));
