import type { Screen, Section, Size, Theme } from './screen.ts';

const allSizes: Size[] = ['desk', 'phone'];

export function sizesOf({ only }: Screen): Size[] {
  return only ? [only] : allSizes;
}

/** Other states look alike in the dark. */
export function themesOf({ answers, action }: Screen): Theme[] {
  return answers || action ? ['light'] : ['light', 'dark'];
}

export function fileOf({ name }: Screen, size: Size, theme: Theme): string {
  return `${name}-${size}-${theme}.webp`;
}

export function describeGallery(sections: Section[]): string {
  return `# Every screen

Drawn by \`npm run gallery\` from the table that the tests go through (test/e2e/screens): each screen and its
states, on a desk and on a phone; whole pages in the dark, too.
${sections.map(describeSection).join('')}`;
}

function describeSection({ title, screens }: Section): string {
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

/** Those that stand in docs/screens.md; the others are drawn when they are wanted. */
export const keptFiles = [
  'sandbox-desk-light',
  'user-experts-desk-light',
  'user-thread-phone-light',
  'user-subscription-desk-light',
  'admin-conversations-desk-light',
  'admin-thread-desk-dark',
  'admin-handover-desk-light',
  'admin-experts-desk-light',
  'admin-testing-desk-light',
  'admin-analytics-desk-light',
  'admin-doctor-well-desk-light',
  'brand-experts-desk-light',
].map((name) => `${name}.webp`);
