import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { imageTypes } from '#shared/images.ts';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import type { ExpertValues } from './expert-values.ts';
import { type useImageChoice, useShownImage } from './use-image-choice.ts';

export function ImageField({
  image,
  imageUrl,
}: {
  image: ReturnType<typeof useImageChoice>;
  /** The saved one. */
  imageUrl: string | null;
}) {
  const name = useFormContext<ExpertValues>().watch('displayName');
  const input = useRef<HTMLInputElement>(null);
  const shown = useShownImage(image.choice, imageUrl);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) image.choose(file);
    // Otherwise choosing the same file again fires no event.
    target.value = '';
  };
  const remove = () => {
    image.remove();
    // The focused button disappears.
    input.current?.focus();
  };
  return (
    <Field
      label="Image"
      optional
      hint="JPG, PNG or WebP, less than 5MB."
      error={image.problem ?? undefined}
    >
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name={name.trim() || '?'} imageUrl={shown} className="size-16" />
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              ref={input}
              type="file"
              accept={imageTypes.join()}
              onChange={choose}
              className="peer sr-only"
            />
            <Button
              asChild
              variant="outline"
              className="cursor-pointer hover:bg-sunken peer-focus-visible:outline-2 peer-focus-visible:outline-primary peer-focus-visible:outline-offset-2"
            >
              <label htmlFor={control.id}>
                <ImageUp aria-hidden />
                {shown ? 'Replace' : 'Choose image'}
              </label>
            </Button>
            {shown && (
              <Button variant="ghost" aria-label="Remove image" onClick={remove}>
                Remove
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
