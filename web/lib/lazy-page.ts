import { type ComponentType, lazy } from 'react';

/** A component in a chunk of its own that can be fetched ahead, for instance while a link is hovered. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Page = lazy(async () => ({ default: await load() }));
  // A failed fetch ahead is tried again, and reported, when the page is really opened.
  return Object.assign(Page, { preload: () => void load().catch(() => undefined) });
}

/** A page that takes nothing but its address. */
export type LazyPage = ReturnType<typeof lazyPage<object>>;
