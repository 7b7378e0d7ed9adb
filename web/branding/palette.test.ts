import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, type Hsl, hexToHsl, toThemeValue } from './colors.ts';
import { type BrandColors, createPalette, neutrals, type Theme } from './palette.ts';
import themeCss from './theme.css?raw';

const themes: Theme[] = ['light', 'dark'];
const [lightCss = '', darkCss = ''] = themeCss.split('[data-theme="dark"]');
const defaults = { light: readVariables(lightCss), dark: readVariables(darkCss) };

function readVariables(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/(--[\w-]+): ([\d.]+ [\d.]+% [\d.]+%);/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
}

function toHsl(value: string | undefined): Hsl {
  const [hue = Number.NaN, saturation = Number.NaN, lightness = Number.NaN] = (value ?? '')
    .split(' ')
    .map((part) => Number.parseFloat(part));
  return { hue, saturation, lightness };
}

const texts = ['foreground', 'muted', 'primary-text', 'accent-text', 'danger'];
const fills = [
  'background',
  'surface',
  'sunken',
  'bubble-theirs',
  'primary-soft',
  'secondary-soft',
  'accent-soft',
];
const pairs = [
  ...fills.flatMap((fill) => texts.map((text) => [text, fill] as const)),
  ['primary-soft-foreground', 'primary-soft'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-hover'],
  ['secondary-foreground', 'secondary'],
  ['secondary-muted', 'secondary'],
  ['bubble-theirs-foreground', 'bubble-theirs'],
  ['bubble-ours-foreground', 'bubble-ours'],
  ['wall-foreground', 'wall'],
  ['danger-foreground', 'danger'],
] as const;

function unreadable(variables: Record<string, string>): string[] {
  return pairs.flatMap(([text, fill]) => {
    const ratio = contrastOf(toHsl(variables[`--${text}`]), toHsl(variables[`--${fill}`]));
    return ratio >= 4.5 ? [] : [`${text} on ${fill}: ${ratio.toFixed(2)}`];
  });
}

const brand = (change: Partial<BrandColors>): BrandColors => ({
  primaryColor: null,
  secondaryColor: null,
  accentColor: null,
  ...change,
});

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
const extremes = ['#000', '#fff', '#ff0', '#0f0', '#00f', '#f0f', '#777', '#767676', '#FFD600'];
const anyHex = fc.oneof(hex, fc.constantFrom(...extremes));
const anyBrand = fc.record({
  primaryColor: fc.option(anyHex),
  secondaryColor: fc.option(anyHex),
  accentColor: fc.option(anyHex),
});

describe.each(themes)('in the %s theme', (theme) => {
  it('the default look is readable', () => {
    expect(unreadable(defaults[theme])).toEqual([]);
  });

  it('the edge of a field and of a button shows on the page and on any surface', () => {
    for (const name of ['--background', '--surface', '--sunken']) {
      const edge = toHsl(defaults[theme]['--line-control']);
      expect(contrastOf(edge, toHsl(defaults[theme][name])), name).toBeGreaterThanOrEqual(3);
    }
  });

  it('a brand of any colors is readable', () => {
    fc.assert(
      fc.property(anyBrand, (colors) => {
        const variables = { ...defaults[theme], ...createPalette(colors, theme) };
        expect(unreadable(variables)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('a brand changes variables of the default look, and only those of its colors', () => {
    const changed = (colors: Partial<BrandColors>) =>
      Object.keys(createPalette(brand(colors), theme));
    const all = { primaryColor: '#123', secondaryColor: '#456', accentColor: '#789' };
    expect(Object.keys(defaults[theme])).toEqual(expect.arrayContaining(changed(all)));
    expect(changed({})).toEqual([]);
    const secondary = changed({ secondaryColor: '#456' });
    expect(secondary).toContain('--secondary');
    expect(secondary.filter((name) => !name.startsWith('--secondary'))).toEqual([]);
    expect(changed({ primaryColor: 'tomato', accentColor: '#12345' })).toEqual([]);
  });

  it('keeps the hue of a color that it has to move', () => {
    fc.assert(
      fc.property(anyHex, (primaryColor) => {
        const { hue } = toHsl(toThemeValue(hexToHsl(primaryColor) as Hsl));
        const { '--primary-text': text, '--primary': fill } = createPalette(
          brand({ primaryColor }),
          theme,
        );
        expect([toHsl(text).hue, toHsl(fill).hue]).toEqual([hue, hue]);
      }),
    );
  });

  it('the neutrals are the values of theme.css', () => {
    const { background, foreground, muted, faintestText, strongestFill } = neutrals[theme];
    const value = (name: string) => toHsl(defaults[theme][`--${name}`]);
    expect({ background, foreground, muted }).toEqual({
      background: value('background'),
      foreground: value('foreground'),
      muted: value('muted'),
    });
    const hardest = (names: string[], against: Hsl) =>
      names
        .map(value)
        .toSorted((a, b) => contrastOf(a, against) - contrastOf(b, against))
        .at(0);
    expect(faintestText).toEqual(hardest(texts, background));
    expect(strongestFill).toEqual(hardest(fills, foreground));
  });
});

it('in light, fills are exactly what the admin chose', () => {
  fc.assert(
    fc.property(hex, hex, hex, (primaryColor, secondaryColor, accentColor) => {
      const palette = createPalette({ primaryColor, secondaryColor, accentColor }, 'light');
      expect(toHexOf(palette['--primary'])).toBe(primaryColor);
      expect(toHexOf(palette['--bubble-ours'])).toBe(primaryColor);
      expect(toHexOf(palette['--wall'])).toBe(primaryColor);
      expect(toHexOf(palette['--secondary'])).toBe(secondaryColor);
      expect(toHexOf(palette['--accent'])).toBe(accentColor);
    }),
  );
});

it.each([
  ['near-white', '#FEFEFE'],
  ['yellow', '#FFEB3B'],
  ['near-black', '#050505'],
  ['green', '#2F6B4F'],
])('the edges of buttons and bubbles show with a %s brand', (_, primaryColor) => {
  for (const theme of themes) {
    const palette = { ...defaults[theme], ...createPalette(brand({ primaryColor }), theme) };
    const contrast = (name: string) =>
      contrastOf(toHsl(palette[name]), toHsl(palette['--background']));
    expect(contrast('--primary-line'), theme).toBeGreaterThanOrEqual(3);
    const bubble = Math.max(contrast('--bubble-ours'), contrast('--bubble-ours-line'));
    expect(bubble, theme).toBeGreaterThanOrEqual(1.5);
  }
});

it('a color that is readable as text stays unchanged', () => {
  expect(createPalette(brand({ primaryColor: '#0b3d91' }), 'light')).toMatchObject({
    '--primary': '217.61 85.9% 30.59%',
    '--primary-text': '217.61 85.9% 30.59%',
  });
});

/** By CSS's own formula, unlike the code under test. */
function toHexOf(value: string | undefined): string {
  const { hue, saturation, lightness } = toHsl(value);
  const light = lightness / 100;
  const chroma = (1 - Math.abs(2 * light - 1)) * (saturation / 100);
  const second = chroma * (1 - Math.abs(((hue / 60) % 2) - 1));
  const sectors = [
    [chroma, second, 0],
    [second, chroma, 0],
    [0, chroma, second],
    [0, second, chroma],
    [second, 0, chroma],
    [chroma, 0, second],
  ];
  const rgb = sectors[Math.floor(hue / 60) % 6] ?? [];
  const base = light - chroma / 2;
  const digits = rgb.map((part) => Math.round((part + base) * 255).toString(16));
  return `#${digits.map((digit) => digit.padStart(2, '0')).join('')}`;
}
