import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { cleanUp } from './product.ts';
import { chapters } from './screens/chapters.ts';
import { stopTheClock } from './screens/clock.ts';
import { describeGallery, fileOf, sizesOf, themesOf } from './screens/pictures.ts';
import { setScene } from './screens/scene.ts';
import type { Screen } from './screens/screen.ts';
import { openVisitors, settle } from './screens/visit.ts';

/** `npm run gallery` draws every screen into docs/gallery. */
const folder = fileURLToPath(new URL('../../docs/gallery', import.meta.url));
/** Wide enough to read, and light enough to keep. */
const maxWidth = 960;
const quality = 72;
/** Drawn side by side. */
const lanes = 3;
/** The address of the product is part of some pictures. */
const PORT = '4100';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const scene = await setScene({ PORT });
const visitors = await openVisitors(scene, stopTheClock());
try {
  const screens = chapters.flatMap((chapter) => chapter.screens);
  const drawRest = async () => {
    for (let screen = screens.shift(); screen; screen = screens.shift()) await draw(screen);
  };
  await Promise.all(Array.from({ length: lanes }, drawRest));
  writeFileSync(join(folder, 'README.md'), describeGallery(chapters));
} finally {
  await visitors.close();
  await cleanUp();
}

async function draw(screen: Screen): Promise<void> {
  for (const size of sizesOf(screen)) {
    const { page } = await visitors.visit(screen, size);
    for (const theme of themesOf(screen)) {
      await page.emulateMedia({ colorScheme: theme });
      await settle(page);
      await keep(await shoot(page), fileOf(screen, size, theme));
    }
    await page.close();
  }
}

/** Until two in a row are the same: a first one may show parts that were not drawn anew yet. */
async function shoot(page: Page, last?: Buffer): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  return last?.equals(png) ? png : shoot(page, png);
}

async function keep(png: Buffer, file: string): Promise<void> {
  const image = sharp(png).resize({ width: maxWidth, withoutEnlargement: true });
  await image.webp({ quality, effort: 6 }).toFile(join(folder, file));
}
