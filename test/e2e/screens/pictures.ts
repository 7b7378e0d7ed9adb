import type { Chapter, Screen, Size, Theme } from './screen.ts';

const allSizes: Size[] = ['desk', 'phone'];

export function sizesOf({ only }: Screen): Size[] {
  return only ? [only] : allSizes;
}

/** A state looks in the dark like the page that it is a state of: only whole pages are shown twice. */
export function themesOf({ answers, act }: Screen): Theme[] {
  return answers || act ? ['light'] : ['light', 'dark'];
}

export function fileOf({ name }: Screen, size: Size, theme: Theme): string {
  return `${name}-${size}-${theme}.webp`;
}

export function describeGallery(chapters: Chapter[]): string {
  return `# Every screen

Drawn by \`npm run gallery\` from the table that the tests go through (test/e2e/screens): each screen and its
states, on a desk and on a phone; whole pages in the dark, too.
${chapters.map(describeChapter).join('')}`;
}

function describeChapter({ title, screens }: Chapter): string {
  return `\n## ${title}\n${screens.map(describeScreen).join('')}`;
}

function describeScreen(screen: Screen): string {
  const { caption } = screen;
  const images = themesOf(screen).flatMap((theme) =>
    sizesOf(screen).map((size) => {
      const width = size === 'desk' ? 480 : 160;
      const alt = `${caption}, ${size}, ${theme}`;
      return `<img src="${fileOf(screen, size, theme)}" width="${width}" alt="${alt}">`;
    }),
  );
  return `\n### ${caption}\n\n${images.join('\n')}\n`;
}
