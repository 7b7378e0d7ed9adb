import { isHexColor } from '#shared/branding.ts';

/** Hue in degrees, saturation and lightness in percent. */
export type Hsl = { hue: number; saturation: number; lightness: number };

/** Three or six digits, else null. */
export function hexToHsl(hex: string): Hsl | null {
  if (!isHexColor(hex)) return null;
  const digits = hex.slice(1);
  const size = digits.length / 3;
  const channel = (index: number) => {
    const part = digits.slice(index * size, (index + 1) * size);
    return Number.parseInt(size === 1 ? part + part : part, 16) / 255;
  };
  return toHsl(channel(0), channel(1), channel(2));
}

function toHsl(red: number, green: number, blue: number): Hsl {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness: lightness * 100 };
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  return { hue: sector * 60, saturation: saturation * 100, lightness: lightness * 100 };
}

/** `152 39% 30.2%`: with two decimals no hex color changes. */
export function toThemeValue(color: Hsl): string {
  const { hue, saturation, lightness } = roundToTheme(color);
  return `${hue} ${saturation}% ${lightness}%`;
}

function roundToTheme({ hue, saturation, lightness }: Hsl): Hsl {
  const round = (number: number) => Number(number.toFixed(2));
  return { hue: round(hue), saturation: round(saturation), lightness: round(lightness) };
}

/** The WCAG ratio, from 1 to 21. */
export function contrastOf(one: Hsl, other: Hsl): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Screens show whole steps from 0 to 255. */
function luminanceOf(color: Hsl): number {
  const { hue, saturation, lightness } = roundToTheme(color);
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    const shown = Math.round(value * 255) / 255;
    return shown <= 0.040_45 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

/** Moves to the nearest lightness with this contrast to all others. */
export function standOut(color: Hsl, others: Hsl[], ratio: number): Hsl {
  const stepsBySize = Array.from({ length: 401 }, (_, index) => index / 4);
  for (const step of stepsBySize) {
    for (const lightness of [color.lightness - step, color.lightness + step]) {
      const candidate = { ...color, lightness: Math.min(100, Math.max(0, lightness)) };
      if (others.every((other) => contrastOf(candidate, other) >= ratio)) return candidate;
    }
  }
  return color;
}
