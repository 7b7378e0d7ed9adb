import { type ComponentType, createElement, lazy, useState } from 'react';

/** A component in a chunk of its own that can be fetched ahead, for instance while a link is hovered. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const loadPage = async () => {
    loaded = await load();
    return loaded;
  };
  const Waiting = lazy(async () => ({ default: await loadPage() }));

  // biome-ignore lint/correctness/noComponentHookFactories: every page is made once, when the site starts
  function Page(props: Props) {
    // What is there is shown at once: React holds back for 300 ms what follows a fallback. Chosen once,
    // because changing from one to the other would begin the page anew.
    const [Component] = useState(() => loaded ?? Waiting);
    return createElement(Component as ComponentType<Props>, props);
  }
  // A failed fetch ahead is tried again, and reported, when the page is really opened.
  return Object.assign(Page, { preload: () => void loadPage().catch(() => undefined) });
}

/** A page that takes nothing but its address. */
export type LazyPage = ReturnType<typeof lazyPage<object>>;
