import { useState } from 'react';
import { cn } from '#web/lib/cn.ts';
import { hueOf, initialsOf } from '#web/lib/initials.ts';

/** Decorative: the name is beside it. */
export function Avatar({
  name,
  imageUrl,
  className,
}: {
  name: string;
  imageUrl?: string | null;
  className?: string;
}) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const shape = 'default:size-9 shrink-0 rounded-full';
  if (imageUrl && imageUrl !== failedUrl) {
    return (
      <img
        src={imageUrl}
        alt=""
        className={cn(shape, 'bg-secondary-soft object-cover', className)}
        onError={() => setFailedUrl(imageUrl)}
      />
    );
  }
  const hue = hueOf(name);
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={cn(shape, className)}>
      <circle
        cx="20"
        cy="20"
        r="20"
        style={{ fill: `light-dark(hsl(${hue} 38% 88%), hsl(${hue} 22% 26%))` }}
      />
      <text
        x="20"
        y="20"
        dy="0.36em"
        textAnchor="middle"
        fontSize="14"
        fontWeight="600"
        style={{ fill: `light-dark(hsl(${hue} 45% 26%), hsl(${hue} 38% 84%))` }}
      >
        {initialsOf(name)}
      </text>
    </svg>
  );
}
