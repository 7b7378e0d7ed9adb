import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * The environment with the `.env` file of the working directory; an empty value is an unset one. Each command calls it
 * before it imports anything else, because packages read the environment, too: an empty OPENAI_BASE_URL ends the import of
 * OpenAI's.
 */
export function loadEnvironment(): Record<string, string | undefined> {
  const { env } = process;
  dropEmpty(env);
  const file = existsSync('.env') ? readFile('.env') : {};
  for (const [name, value] of Object.entries(file)) env[name] ??= value;
  dropEmpty(env);
  return env;
}

/**
 * Node reads the next line as the value where only spaces follow the `=`, and a first line that a Windows editor marks
 * with U+FEFF as another name.
 */
function readFile(path: string): Record<string, string | undefined> {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  return parseEnv(text.replace(/=[ \t\r]+$/gm, '='));
}

function dropEmpty(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) {
    if (value?.trim() === '') delete env[name];
  }
}
