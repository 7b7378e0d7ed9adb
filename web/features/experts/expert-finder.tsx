import { Search, SearchX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { PublicExpert } from '#shared/api/experts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAnnounced } from '#web/lib/announce.ts';
import { cn } from '#web/lib/cn.ts';
import { findExperts, listCategories, type Wanted } from './find-experts.ts';

/** The search is in the URL, so Back from an expert returns to it. */
export function ExpertFinder({
  experts,
  children,
}: {
  experts: PublicExpert[];
  children: (found: PublicExpert[]) => ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const wanted = { text: params.get('q') ?? '', category: params.get('category') ?? '' };
  const look = ({ text, category }: Wanted) =>
    setParams({ ...(text && { q: text }), ...(category && { category }) }, { replace: true });
  const found = findExperts(experts, wanted);
  useAnnounced(found.length === 1 ? '1 expert' : `${found.length} experts`);
  const showAll = () => {
    look({ text: '', category: '' });
    // The focused button disappears.
    field.current?.focus();
  };
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            ref={field}
            type="search"
            aria-label="Search experts"
            placeholder="Search experts"
            dir="auto"
            value={wanted.text}
            onChange={({ target }) => look({ ...wanted, text: target.value })}
            className="pl-9 [&::-webkit-search-cancel-button]:opacity-60 [&::-webkit-search-cancel-button]:grayscale"
          />
        </div>
        <Categories
          names={listCategories(experts)}
          chosen={wanted.category}
          onChoose={(category) => look({ ...wanted, category })}
        />
      </div>
      {found.length > 0 ? (
        children(found)
      ) : (
        <EmptyState
          icon={SearchX}
          title="No expert found"
          description={
            wanted.text && wanted.category
              ? `Try another word, or look beyond ${wanted.category}.`
              : 'Try another word: a name, a subject or a category.'
          }
          action={
            <Button variant="outline" onClick={showAll}>
              Show all experts
            </Button>
          }
        />
      )}
    </>
  );
}

type CategoriesProps = {
  names: string[];
  chosen: string;
  onChoose: (category: string) => void;
};

function Categories({ names, chosen, onChoose }: CategoriesProps) {
  if (names.length === 0) return null;
  return (
    <fieldset className="-m-1 flex min-w-0 gap-2 overflow-x-auto p-1 sm:flex-wrap">
      <legend className="sr-only">Category</legend>
      {['', ...names].map((name) => (
        <button
          key={name}
          type="button"
          dir="auto"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
          className={cn(
            'min-h-11 max-w-full shrink-0 truncate rounded-full border px-4 font-medium text-sm transition-colors duration-150',
            chosen === name
              ? 'border-transparent bg-primary text-primary-foreground marked'
              : 'border-line-control bg-surface hover:bg-sunken',
          )}
        >
          {name || 'All'}
        </button>
      ))}
    </fieldset>
  );
}
