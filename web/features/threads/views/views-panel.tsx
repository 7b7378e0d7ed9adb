import { useQuery } from '@tanstack/react-query';
import { ListChecks, Pencil } from 'lucide-react';
import { Popover as RadixPopover } from 'radix-ui';
import { type RefObject, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { CountedView } from '#shared/api/saved-views.ts';
import { Button } from '#web/components/ui/button.tsx';
import { describeError } from '#web/lib/api-client.ts';
import { cn } from '#web/lib/cn.ts';
import { type InboxPlace, writeInboxPlace } from '#web/links/inbox-place.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { SaveViewForm } from './save-view-form.tsx';
import { ViewEditor } from './view-editor.tsx';
import { addressOfView, describeViewCount, toViewFilters, viewsQuery } from './views-api.ts';

type Props = {
  place: Pick<InboxPlace, 'scope' | 'search'>;
  onSelect: (() => void) | null;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
};

const rowStyle = 'flex min-h-11 items-center gap-3 rounded-control px-2 md:min-h-9';

export function ViewsPanel({ place, onSelect, opener, onClose }: Props) {
  const [isEditing, setIsEditing] = useState(false);
  const filters = toViewFilters(place);
  return (
    <RadixPopover.Root open onOpenChange={onClose}>
      <RadixPopover.Anchor virtualRef={opener as RefObject<HTMLElement>} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          role="dialog"
          aria-label="Views"
          align="end"
          sideOffset={4}
          collisionPadding={16}
          onInteractOutside={(event) => {
            // The button's own click closes the panel.
            if (opener.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-30 grid max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-2rem)] animate-fade-in grid-cols-1 overflow-y-auto rounded-card border bg-surface p-2 shadow-float outline-none"
        >
          <Views
            place={place}
            isEditing={isEditing}
            setIsEditing={setIsEditing}
            onClose={onClose}
          />
          {!isEditing && filters && <SaveViewForm filters={filters} onSaved={onClose} />}
          {!isEditing && !filters && (
            <p className="border-t px-2 pt-2 pb-1 text-muted text-sm">
              To save a view, filter the list or search first.
            </p>
          )}
          {!isEditing && onSelect && (
            <button
              type="button"
              onClick={() => {
                onClose();
                onSelect();
              }}
              className={cn(rowStyle, 'mt-1 hover:bg-secondary-soft')}
            >
              <ListChecks aria-hidden className="size-4 text-muted" />
              Select conversations
            </button>
          )}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

function Views({
  place,
  isEditing,
  setIsEditing,
  onClose,
}: Pick<Props, 'place' | 'onClose'> & {
  isEditing: boolean;
  setIsEditing: (isEditing: boolean) => void;
}) {
  const { data, error } = useQuery(viewsQuery);
  const isAdmin = useIsAdmin();
  const views = data?.views ?? [];
  const canEdit = views.some(({ isShared }) => isAdmin || !isShared);
  const here = writeInboxPlace({ ...place, threadId: null, messageId: null });
  return (
    <>
      <div className="flex min-h-9 items-center justify-between px-2">
        <h2 className="font-semibold">Views</h2>
        {canEdit && (
          <Button
            variant="ghost"
            size="small"
            className="-mr-2 px-2 text-muted"
            aria-pressed={isEditing}
            onClick={() => setIsEditing(!isEditing)}
          >
            {!isEditing && <Pencil aria-hidden />}
            {isEditing ? 'Done' : 'Edit'}
          </Button>
        )}
      </div>
      {!data && (
        <p role="status" className="px-2 py-2 text-muted">
          {error ? describeError(error) : 'Loading views'}
        </p>
      )}
      {data && views.length === 0 && <p className="px-2 py-2 text-muted">No views yet.</p>}
      {views.length > 0 && (
        <ul className="pb-2">
          {views.map((view) => (
            <li key={view.id}>
              {isEditing && (isAdmin || !view.isShared) ? (
                <ViewEditor view={view} />
              ) : (
                <ViewLink
                  view={view}
                  isOpen={addressOfView(view.filters) === here}
                  {...{ onClose }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ViewLink({
  view: { name, isShared, filters, count },
  isOpen,
  onClose,
}: {
  view: CountedView;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [path] = useLocation();
  return (
    <Link
      href={path + addressOfView(filters)}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onClose}
      className={cn(
        rowStyle,
        isOpen
          ? 'bg-primary-soft marked-row text-primary-soft-foreground'
          : 'hover:bg-secondary-soft',
      )}
    >
      <span dir="auto" title={name} className="min-w-0 flex-1 truncate font-medium">
        {name}
      </span>
      {isShared && <span className="text-muted text-xs">Team</span>}
      <span className="min-w-6 text-right text-muted text-sm tabular-nums">
        {describeViewCount(count)}
      </span>
    </Link>
  );
}
