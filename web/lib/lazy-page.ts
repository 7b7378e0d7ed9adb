import { type ComponentType, createElement, lazy, useState } from 'react';

export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadPage = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await loadPage() }));

  // biome-ignore lint/correctness/noComponentHookFactories: every page is created once, when the site starts
  function Page(props: Props) {
    // A loaded page skips React's 300 ms fallback; a later change would remount it.
    const [Component] = useState(() => loaded ?? Lazy);
    return createElement(Component as ComponentType<Props>, props);
  }
  // A failed preload is retried, and reported, when the page opens.
  return Object.assign(Page, { preload: () => void loadPage().catch(() => undefined) });
}

export type LazyPage = ReturnType<typeof lazyPage<object>>;
