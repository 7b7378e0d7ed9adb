import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { cleanUp } from './product.ts';
import { stopTheClock } from './screens/clock.ts';
import { describeGallery, fileOf, keptFiles, sizesOf, themesOf } from './screens/gallery-files.ts';
import { startSampleProduct } from './screens/sample-product.ts';
import type { Screen } from './screens/screen.ts';
import { sections } from './screens/sections.ts';
import { openTabs, settle } from './screens/tabs.ts';

/** `npm run gallery -- login terms` draws only these. */
const folder = fileURLToPath(new URL('../../dist/gallery', import.meta.url));
const keptFolder = fileURLToPath(new URL('../../docs/screens', import.meta.url));
/** Small enough to commit. */
const maxWidth = 960;
const quality = 72;
const lanes = 3;
/** Some pictures show it. */
const PORT = '4100';

const names = process.argv.slice(2);

if (names.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sample = await startSampleProduct({ PORT });
const tabs = await openTabs(sample, stopTheClock());
try {
  const all = sections.flatMap((chapter) => chapter.screens);
  const screens = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  const drawRest = async () => {
    for (let screen = screens.shift(); screen; screen = screens.shift()) await draw(screen);
  };
  await Promise.all(Array.from({ length: lanes }, drawRest));
  writeFileSync(join(folder, 'README.md'), describeGallery(sections));
} finally {
  await tabs.close();
  await cleanUp();
}

async function draw(screen: Screen): Promise<void> {
  for (const size of sizesOf(screen)) {
    const { page, release } = await tabs.show(screen, size);
    for (const theme of themesOf(screen)) {
      await page.emulateMedia({ colorScheme: theme });
      await settle(page);
      await keep(await shoot(page), fileOf(screen, size, theme));
    }
    await release();
  }
}

/** Until two match: the first may miss parts not drawn yet. */
async function shoot(page: Page, last?: Buffer): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return last?.equals(png) ? png : shoot(page, png);
}

async function keep(png: Buffer, file: string): Promise<void> {
  const image = sharp(png).resize({ width: maxWidth, withoutEnlargement: true });
  const path = join(folder, file);
  await image.webp({ quality, effort: 6 }).toFile(path);
  if (keptFiles.includes(file)) copyFileSync(path, join(keptFolder, file));
}
