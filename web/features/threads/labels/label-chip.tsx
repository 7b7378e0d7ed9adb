import type { Label, LabelHue } from '#shared/api/labels.ts';

/** Degrees and percent. */
const colors: Record<LabelHue, [hue: number, saturation: number]> = {
  gray: [60, 5],
  red: [8, 55],
  orange: [32, 60],
  green: [130, 35],
  teal: [178, 45],
  blue: [214, 55],
  violet: [264, 45],
  pink: [328, 50],
};

export const hueNames = Object.keys(colors) as LabelHue[];

function colorOf(hue: LabelHue, [light, dark]: [number, number]): string {
  const [degrees, saturation] = colors[hue];
  return `light-dark(hsl(${degrees} ${saturation}% ${light}%), hsl(${degrees} ${saturation * 0.7}% ${dark}%))`;
}

export function LabelDot({ hue }: { hue: LabelHue }) {
  return (
    <span
      aria-hidden
      className="size-2.5 shrink-0 rounded-full"
      style={{ backgroundColor: colorOf(hue, [48, 62]) }}
    />
  );
}

export function LabelChip({ label: { name, hue } }: { label: Pick<Label, 'name' | 'hue'> }) {
  return (
    <span
      dir="auto"
      className="inline-block max-w-full truncate rounded-[5px] px-1.5 py-px font-medium text-xs leading-[1.5]"
      style={{ backgroundColor: colorOf(hue, [93, 22]), color: colorOf(hue, [27, 82]) }}
    >
      {name}
    </span>
  );
}
