import { type BrandColors, createPalette, type Theme } from './palette.ts';

let shown: CSSStyleSheet | null = null;

/** Overrides theme.css; null restores the default look. */
export function showBrandColors(colors: BrandColors | null): void {
  const rest = document.adoptedStyleSheets.filter((sheet) => sheet !== shown);
  shown = colors && createSheet(colors);
  document.adoptedStyleSheets = shown ? [...rest, shown] : rest;
}

function createSheet(colors: BrandColors): CSSStyleSheet {
  const rules = (theme: Theme) =>
    Object.entries(createPalette(colors, theme))
      .map(([name, value]) => `${name}:${value};`)
      .join('');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{${rules('light')}}:root[data-theme="dark"]{${rules('dark')}}`);
  return sheet;
}
