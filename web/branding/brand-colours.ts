import { type BrandColours, createPalette, type Theme } from './palette.ts';

let shown: CSSStyleSheet | null = null;

/** Lays a brand's colours over theme.css, for both themes; null: the default look again. */
export function showBrandColours(colours: BrandColours | null): void {
  const rest = document.adoptedStyleSheets.filter((sheet) => sheet !== shown);
  shown = colours && createSheet(colours);
  document.adoptedStyleSheets = shown ? [...rest, shown] : rest;
}

function createSheet(colours: BrandColours): CSSStyleSheet {
  const rules = (theme: Theme) =>
    Object.entries(createPalette(colours, theme))
      .map(([name, value]) => `${name}:${value};`)
      .join('');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{${rules('light')}}:root[data-theme="dark"]{${rules('dark')}}`);
  return sheet;
}
