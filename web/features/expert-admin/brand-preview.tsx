import { useFormContext } from 'react-hook-form';
import { productTagline } from '#shared/limits.ts';
import { type BrandColors, createPalette, type Theme } from '#web/branding/palette.ts';
import { Logo } from '#web/components/logo.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import type { ExpertValues } from './expert-values.ts';

const themes: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
];

export function BrandPreview({ imageUrl }: { imageUrl: string | null }) {
  const { watch } = useFormContext<ExpertValues>();
  const read = (field: 'displayName' | 'siteName' | 'siteTagline' | keyof BrandColors) =>
    watch(field).trim();
  const colors = {
    primaryColor: read('primaryColor'),
    secondaryColor: read('secondaryColor'),
    accentColor: read('accentColor'),
  };
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {themes.map(({ theme, label }) => (
        <figure key={theme} className="grid min-w-0 gap-2">
          <figcaption className="text-muted text-sm">Preview · {label}</figcaption>
          <div
            inert
            data-theme={theme}
            style={createPalette(colors, theme)}
            className="overflow-hidden rounded-card border bg-background text-foreground"
          >
            <Sample
              name={read('siteName') || read('displayName') || 'Site name'}
              tagline={read('siteTagline') || productTagline}
              imageUrl={imageUrl}
            />
          </div>
        </figure>
      ))}
    </div>
  );
}

function Sample({
  name,
  tagline,
  imageUrl,
}: {
  name: string;
  tagline: string;
  imageUrl: string | null;
}) {
  return (
    <>
      <div className="grid gap-1 bg-wall p-4 text-wall-foreground">
        <Logo name={name} imageUrl={imageUrl} tone="wall" />
        <p dir="auto" className="truncate font-display font-medium text-lg">
          {tagline}
        </p>
      </div>
      <div className="grid gap-1.5 p-4 leading-snug">
        <p className="justify-self-end rounded-bubble rounded-br-speaker bg-bubble-ours px-3.5 py-2 text-bubble-ours-foreground">
          Can you help?
        </p>
        <p className="justify-self-start rounded-bubble rounded-bl-speaker bg-bubble-theirs px-3.5 py-2 text-bubble-theirs-foreground">
          Of course. What's the question?
        </p>
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          <Button size="small">Connect Now</Button>
          <span className="text-primary underline underline-offset-2">Link</span>
          <Badge>SMS</Badge>
          <Badge tone="accent">New</Badge>
        </div>
      </div>
    </>
  );
}
