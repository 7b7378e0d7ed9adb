import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './product.ts';

const project = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');

const stepsPage = 'docs/how-to/run-without-docker.md';

/** What a machine of one's own gives: the test links packages, and has a database and a user. */
const ofTheMachine = [
  /^cd \/opt\/sagewire$/,
  /^npm ci$/,
  /^useradd /,
  /^sudo -u postgres /,
  /^systemctl /,
  /^cp deploy\/sagewire\.service \/etc\//,
];

/** The steps without Docker, as far as `language` says. */
function readBlocks(language: string): string[][] {
  const page = read(stepsPage);
  const steps = page.slice(0, page.indexOf('\n3. '));
  const blocks = steps.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...blocks].map(([, text = '']) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}

/** Follows them in a folder that is like a fresh clone, packages installed. */
export function install(values: Record<string, string>): string {
  const folder = makeFolder();
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: project, encoding: 'utf8' },
  );
  const isNeeded = (path: string) =>
    path !== '' && !/^(test|bench|docs)\/|^node_modules/.test(path);
  for (const path of files.split('\0').filter(isNeeded)) {
    cpSync(join(project, path), join(folder, path));
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  for (const command of readBlocks('sh').flat()) {
    if (ofTheMachine.some((pattern) => pattern.test(command))) continue;
    const own = command.replace('--owner=sagewire ', '');
    execFileSync('bash', ['-euc', own], { cwd: folder, stdio: 'pipe' });
  }
  fillIn(join(folder, '.env'), values);
  return folder;
}

/** The page's own value counts where it has one, unless the test has to have another. */
function fillIn(path: string, values: Record<string, string>): void {
  let settings = readFileSync(path, 'utf8');
  const named = readBlocks('ini')
    .flat()
    .map((line) => line.split('='));
  const all = { ...Object.fromEntries(named.map(([name, value]) => [name, value])), ...values };
  for (const [name, value] of Object.entries(all)) {
    if (!value) throw new Error(`${stepsPage} leaves ${name} empty, and so does the test`);
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(settings)) throw new Error(`.env.example has no ${name}`);
    settings = settings.replace(line, () => `${name}=${value}`);
  }
  writeFileSync(path, settings);
}

/** deploy/sagewire.service in another folder. */
export function readUnit(folder: string) {
  const unit = read('deploy/sagewire.service').replaceAll('/opt/sagewire', folder);
  const [file = '', ...parameters] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');
  const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)];
  return {
    command: { file, parameters, folder },
    settings: Object.fromEntries(environment.map(([, name, value]) => [name, value ?? ''])),
  };
}
