import { z } from 'zod';
import { requiredText, timeZone } from './common.ts';
import { areInOrder, notInOrder, threadFilter, threadState } from './thread-filters.ts';

export const viewFilters = z
  .object({
    ...threadFilter.shape,
    timeZone: timeZone.removeDefault().optional(),
    state: threadState.optional(),
    q: z.string().trim().max(200, 'A search has at most 200 characters').optional(),
  })
  .refine(areInOrder, notInOrder)
  .refine(
    ({ timeZone: _, ...filters }) => Object.values(filters).some(Boolean),
    'A view needs a filter or a search',
  );

export const viewRequest = z.object({
  name: requiredText('Name', 60),
  /** With the whole team; admins only. */
  isShared: z.boolean('isShared must be true or false'),
  filters: viewFilters,
});
export const renameViewRequest = viewRequest.pick({ name: true });

const view = z.object({
  id: z.uuid(),
  name: z.string(),
  isShared: z.boolean(),
  filters: viewFilters,
});
/** The team's and the caller's own, sorted by name. */
export const viewsReply = z.object({
  views: z.array(
    view.extend({
      /** Conversations, up to 100; null for a search, or if counting takes too long. */
      count: z.number().nullable(),
    }),
  ),
});
export const oneViewReply = z.object({ view });

/** More is shown as 99+. */
export const viewCountLimit = 100;

export type ViewFilters = z.output<typeof viewFilters>;
export type ViewRequest = z.output<typeof viewRequest>;
export type SavedView = z.output<typeof view>;
export type CountedView = z.output<typeof viewsReply>['views'][number];
