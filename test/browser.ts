import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Loads a page in two thirds of Chromium's time. */
const debianPackage = 'chromium-headless-shell';

const defaultPlaces = [
  `/usr/bin/${debianPackage}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium found: installing one.');
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', debianPackage, 'fonts-liberation'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } else {
    spawnSync('playwright-core', ['install', 'chromium'], { stdio: 'inherit' });
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new Error('No Chromium could be installed. Install one and set CHROMIUM_PATH to it.');
}

function findBrowser(): string | undefined {
  const places = [process.env.CHROMIUM_PATH, ...defaultPlaces, chromium.executablePath()];
  return places.find((path) => path && existsSync(path));
}
