import { ListOption } from '#web/components/list-option.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { labelKeys } from '#web/keys/shortcuts.ts';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { cn } from '#web/lib/cn.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

type Props = {
  id: string;
  groups: PaletteGroup[];
  index: number;
  onChoose: (entry: PaletteEntry) => void;
};

export function PaletteList({ id, groups, index, onChoose }: Props) {
  const entries = groups.flatMap((group) => group.entries);
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className={cn('min-h-0 overflow-y-auto overscroll-contain', entries.length > 0 && 'p-2')}
    >
      {groups.map(({ title, entries: ofGroup }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a list's options
        <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
          <div id={`${id}-${title}`} className="px-2 pt-2 pb-1 font-semibold text-muted text-sm">
            {title}
          </div>
          {ofGroup.map((entry) => (
            <Option
              key={entry.id}
              id={`${id}-${entries.indexOf(entry)}`}
              entry={entry}
              isChosen={entries[index] === entry}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; entry: PaletteEntry; isChosen: boolean } & Pick<Props, 'onChoose'>;

function Option({ id, entry, isChosen, onChoose }: OptionProps) {
  const hasSingleKeys = useSingleKeys().isOn;
  const { label, detail, face, icon: Icon, key } = entry;
  return (
    <ListOption
      id={id}
      isChosen={isChosen}
      onChoose={() => onChoose(entry)}
      className="scroll-my-9"
    >
      <span className="grid w-7 shrink-0 place-items-center">
        {face && <Avatar name={face.name} imageUrl={face.imageUrl ?? null} className="size-7" />}
        {Icon && <Icon aria-hidden className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left font-medium">
          {label}
        </span>
        {detail && (
          <span
            dir="auto"
            className={cn('block truncate text-left text-sm', !isChosen && 'text-muted')}
          >
            {detail}
          </span>
        )}
      </span>
      {key && hasSingleKeys && (
        <kbd
          aria-hidden
          className="min-w-6 rounded-[5px] border bg-surface px-1.5 text-center font-sans text-muted text-sm leading-6"
        >
          {labelKeys(key)}
        </kbd>
      )}
    </ListOption>
  );
}
