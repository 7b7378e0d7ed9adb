import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { correctLock } from './correct-lock.ts';

/** `npm run lock`, after npm has changed package-lock.json. */
const path = join(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
writeFileSync(path, `${JSON.stringify(correctLock(lock), null, 2)}\n`);
