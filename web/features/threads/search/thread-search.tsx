import { Search, SlidersHorizontal } from 'lucide-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useSingleKeys } from '#web/keys/single-keys.ts';
import { cn } from '#web/lib/cn.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { omitState } from '../known/thread-filters.ts';
import { StateChips } from './state-chips.tsx';

const loadControls = () => import('./filter-controls.tsx');
const FilterControls = lazy(async () => ({ default: (await loadControls()).FilterControls }));

type Props = {
  fieldRef: RefObject<HTMLInputElement | null>;
  search: string;
  setSearch: (search: string) => void;
  /** About the operators in the text. */
  note: string | null;
  isSearch: boolean;
  scope: ThreadScope | null;
  setScope: (scope: ThreadScope | null) => void;
};

export function ThreadSearch({ fieldRef, search, setSearch, note, isSearch, ...filter }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { isOn: hasKeys } = useSingleKeys();
  const isNarrowed = omitState(filter.scope) !== null;
  return (
    <>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            ref={fieldRef}
            type="search"
            aria-label="Search people and messages"
            aria-keyshortcuts={hasKeys ? '/' : undefined}
            placeholder="Search people and messages"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || search === '' || isComposing(event)) return;
              event.preventDefault();
              setSearch('');
            }}
            className="peer text-ellipsis pr-9 pl-9 [&::-webkit-search-cancel-button]:opacity-60 [&::-webkit-search-cancel-button]:grayscale"
          />
          {hasKeys && (
            <kbd
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-[5px] border px-1.5 font-sans text-muted text-xs peer-placeholder-shown:peer-not-focus:lg:block"
            >
              /
            </kbd>
          )}
        </div>
        <Button
          variant="outline"
          size="icon"
          aria-label="Filters"
          aria-expanded={isOpen}
          aria-controls={isOpen ? 'filters' : undefined}
          onPointerEnter={loadControls}
          onClick={() => setIsOpen(!isOpen)}
          className={cn((isNarrowed || isOpen) && 'bg-primary-soft text-primary-soft-foreground')}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      </div>
      <output className="-mt-1 break-words text-muted text-sm empty:hidden">{note}</output>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterControls {...filter} />
        </Suspense>
      )}
      {!isSearch && <StateChips {...filter} />}
    </>
  );
}
