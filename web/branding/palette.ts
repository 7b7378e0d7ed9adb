import { contrastOf, type Hsl, hexToHsl, standOut, toThemeValue } from './colours.ts';

/** What a brand may choose: hex, or nothing for the default look's own. */
export type BrandColours = {
  primaryColor: string | null;
  secondaryColor: string | null;
  accentColor: string | null;
};
export type Theme = 'light' | 'dark';
type Colours = Record<`--${string}`, Hsl>;

/** WCAG AA for text; a control's shape needs less. */
const textContrast = 4.5;
const shapeContrast = 3;
/** Below it a fill and the page look the same. */
const faintContrast = 1.2;

const hsl = (hue: number, saturation: number, lightness: number): Hsl => ({
  hue,
  saturation,
  lightness,
});
const white = hsl(0, 0, 100);
const ink = hsl(0, 0, 10);
const black = hsl(0, 0, 0);

/** The parts of theme.css that a brand has to get along with. */
export const neutrals = {
  light: {
    background: hsl(45, 33.3, 97.6),
    foreground: hsl(140, 9, 13),
    muted: hsl(132, 5, 38),
    line: hsl(41.5, 20.6, 87.6),
    /** Of all texts of the default look the one that is hardest to read on a coloured fill. */
    faintestText: hsl(36, 76.9, 30.6),
    /** Of all fills of the default look the one on which texts are hardest to read. */
    strongestFill: hsl(40, 31.9, 90.8),
    softLightness: 92,
    softSaturation: 0.75,
  },
  dark: {
    background: hsl(140, 7.7, 7.6),
    foreground: hsl(108, 12, 92),
    muted: hsl(132, 5.7, 65.9),
    line: hsl(140, 6.7, 17.6),
    faintestText: hsl(10.3, 80.3, 70.2),
    strongestFill: hsl(150, 27, 16),
    softLightness: 16,
    softSaturation: 0.55,
  },
};

/**
 * Every variable of theme.css that follows from the brand's colours, for one theme. Fills are the brand's exact
 * colours in light; in dark they are as deep as that theme is. Text on a fill is chosen by contrast, and a colour
 * that is itself text moves in lightness until it can be read on every surface. A colour that is missing, or no
 * colour at all, leaves the default look's own.
 */
export function createPalette(brand: BrandColours, theme: Theme): Record<string, string> {
  const read = (hex: string | null) => (hex === null ? null : hexToHsl(hex));
  const primary = read(brand.primaryColor);
  const secondary = read(brand.secondaryColor);
  const accent = read(brand.accentColor);

  const given = [primary, secondary, accent].filter((colour) => colour !== null);
  const fills = [neutrals[theme].strongestFill, ...given.map((colour) => soften(colour, theme))];
  const colours: Colours = {
    ...(primary && paintPrimary(primary, theme, fills)),
    ...(secondary && paintSecondary(secondary, theme)),
    ...(accent && paintAccent(accent, theme, fills)),
  };
  return Object.fromEntries(
    Object.entries(colours).map(([name, colour]) => [name, toThemeValue(colour)]),
  );
}

function paintPrimary(brand: Hsl, theme: Theme, fills: Hsl[]): Colours {
  const { background, foreground, line } = neutrals[theme];
  const isLight = theme === 'light';
  const primary = isLight ? brand : standOut(brand, [background], shapeContrast);
  const onPrimary = textOn(primary);
  const text = standOut(brand, fills, textContrast);
  const bubble = isLight ? primary : deepen(brand, 20, 32, [foreground]);
  const wall = isLight ? primary : deepen(brand, 14, 20, [foreground]);
  const onLarge = isLight ? onPrimary : foreground;
  return {
    '--primary': primary,
    '--primary-foreground': onPrimary,
    '--primary-hover': moveAway(primary, onPrimary),
    '--primary-line': contrastOf(primary, background) < faintContrast ? line : primary,
    '--primary-text': text,
    '--primary-soft': soften(brand, theme),
    '--primary-soft-foreground': text,
    '--bubble-ours': bubble,
    '--bubble-ours-foreground': onLarge,
    '--wall': wall,
    '--wall-foreground': onLarge,
  };
}

function paintSecondary(brand: Hsl, theme: Theme): Colours {
  const { foreground, muted } = neutrals[theme];
  const secondary = theme === 'light' ? brand : deepen(brand, 15, 26, [foreground, muted]);
  const onSecondary = isReadable(foreground, secondary) ? foreground : textOn(secondary);
  return {
    '--secondary': secondary,
    '--secondary-foreground': onSecondary,
    '--secondary-muted': isReadable(muted, secondary) ? muted : onSecondary,
    '--secondary-soft': soften(brand, theme),
  };
}

function paintAccent(brand: Hsl, theme: Theme, fills: Hsl[]): Colours {
  return {
    '--accent': brand,
    '--accent-text': standOut(brand, fills, textContrast),
    '--accent-soft': soften(brand, theme),
  };
}

/** A quiet fill in the brand's hue, on which the default look's texts can be read. */
function soften({ hue, saturation }: Hsl, theme: Theme): Hsl {
  const { softLightness, softSaturation, faintestText } = neutrals[theme];
  return standOut(
    hsl(hue, saturation * softSaturation, softLightness),
    [faintestText],
    textContrast,
  );
}

/** A fill for the dark theme, no lighter than its texts allow. */
function deepen(brand: Hsl, least: number, most: number, texts: Hsl[]): Hsl {
  const lightness = Math.min(most, Math.max(least, brand.lightness));
  return standOut({ ...brand, lightness }, texts, textContrast);
}

/** White where it can be read, near-black where that can; black can always be read where white can't. */
function textOn(fill: Hsl): Hsl {
  return [white, ink].find((text) => isReadable(text, fill)) ?? black;
}

function isReadable(text: Hsl, fill: Hsl): boolean {
  return contrastOf(text, fill) >= textContrast;
}

/** A shade that can be told from the colour, and on which the same text stays readable. */
function moveAway(colour: Hsl, text: Hsl): Hsl {
  const step = text.lightness > colour.lightness ? -6 : 6;
  const isPossible = colour.lightness + step >= 0 && colour.lightness + step <= 100;
  return { ...colour, lightness: colour.lightness + (isPossible ? step : -step) };
}
