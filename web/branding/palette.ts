import { contrastOf, type Hsl, hexToHsl, standOut, toThemeValue } from './colors.ts';

/** Hex values; null keeps the default look. */
export type BrandColors = {
  primaryColor: string | null;
  secondaryColor: string | null;
  accentColor: string | null;
};
export type Theme = 'light' | 'dark';
type Colors = Record<`--${string}`, Hsl>;

/** WCAG AA: shapes need less than text. */
const textContrast = 4.5;
const shapeContrast = 3;
/** Below it a large fill can't be told from the page. */
const faintContrast = 1.5;

const hsl = (hue: number, saturation: number, lightness: number): Hsl => ({
  hue,
  saturation,
  lightness,
});
const white = hsl(0, 0, 100);
const ink = hsl(0, 0, 10);
const black = hsl(0, 0, 0);

/** Values of theme.css that no brand changes. */
export const neutrals = {
  light: {
    background: hsl(45, 33.3, 97.6),
    foreground: hsl(140, 9, 13),
    muted: hsl(132, 5, 38),
    /** Hardest text to read on a colored fill. */
    faintestText: hsl(36, 76.9, 30.6),
    /** Hardest fill to read text on. */
    strongestFill: hsl(40, 31.9, 90.8),
    softLightness: 92,
    softSaturation: 0.75,
  },
  dark: {
    background: hsl(140, 7.7, 7.6),
    foreground: hsl(108, 12, 92),
    muted: hsl(132, 5.7, 65.9),
    faintestText: hsl(10.3, 80.3, 70.2),
    strongestFill: hsl(150, 27, 16),
    softLightness: 16,
    softSaturation: 0.55,
  },
};

/**
 * The variables of theme.css. Fills are the exact brand colors, darker in dark; text changes
 * lightness until readable. A missing or invalid color keeps the default.
 */
export function createPalette(brand: BrandColors, theme: Theme): Record<string, string> {
  const read = (hex: string | null) => (hex === null ? null : hexToHsl(hex));
  const primary = read(brand.primaryColor);
  const secondary = read(brand.secondaryColor);
  const accent = read(brand.accentColor);

  const given = [primary, secondary, accent].filter((color) => color !== null);
  const fills = [neutrals[theme].strongestFill, ...given.map((color) => soften(color, theme))];
  const colors: Colors = {
    ...(primary && paintPrimary(primary, theme, fills)),
    ...(secondary && paintSecondary(secondary, theme)),
    ...(accent && paintAccent(accent, theme, fills)),
  };
  return Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [name, toThemeValue(color)]),
  );
}

function paintPrimary(brand: Hsl, theme: Theme, fills: Hsl[]): Colors {
  const { background, foreground } = neutrals[theme];
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
    // A button's edge shows against the page, where the fill itself does not.
    '--primary-line': standOut(primary, [background], shapeContrast),
    '--primary-text': text,
    '--primary-soft': soften(brand, theme),
    '--primary-soft-foreground': text,
    '--bubble-ours': bubble,
    '--bubble-ours-line':
      contrastOf(bubble, background) < faintContrast
        ? standOut(bubble, [background], shapeContrast)
        : bubble,
    '--bubble-ours-foreground': onLarge,
    '--wall': wall,
    '--wall-foreground': onLarge,
  };
}

function paintSecondary(brand: Hsl, theme: Theme): Colors {
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

function paintAccent(brand: Hsl, theme: Theme, fills: Hsl[]): Colors {
  return {
    '--accent': brand,
    '--accent-text': standOut(brand, fills, textContrast),
    '--accent-soft': soften(brand, theme),
  };
}

function soften({ hue, saturation }: Hsl, theme: Theme): Hsl {
  const { softLightness, softSaturation, faintestText } = neutrals[theme];
  return standOut(
    hsl(hue, saturation * softSaturation, softLightness),
    [faintestText],
    textContrast,
  );
}

/** Dark enough for the text on it. */
function deepen(brand: Hsl, least: number, most: number, texts: Hsl[]): Hsl {
  const lightness = Math.min(most, Math.max(least, brand.lightness));
  return standOut({ ...brand, lightness }, texts, textContrast);
}

/** If white is not readable, black always is. */
function textOn(fill: Hsl): Hsl {
  return [white, ink].find((text) => isReadable(text, fill)) ?? black;
}

function isReadable(text: Hsl, fill: Hsl): boolean {
  return contrastOf(text, fill) >= textContrast;
}

/** A visibly different shade. */
function moveAway(color: Hsl, text: Hsl): Hsl {
  const step = text.lightness > color.lightness ? -6 : 6;
  const isPossible = color.lightness + step >= 0 && color.lightness + step <= 100;
  return { ...color, lightness: color.lightness + (isPossible ? step : -step) };
}
