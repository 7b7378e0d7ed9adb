import { type RefObject, useEffect } from 'react';

/** Makes links with data-thread one tab stop: the focused link, else the open one. */
export function useRovingStop(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = list.current;
    if (!area) return;
    let stop: HTMLElement | undefined;
    const chooseStop = () => {
      const links = [...area.querySelectorAll<HTMLElement>('[data-thread]')];
      const isOpen = (link: HTMLElement) => link.getAttribute('aria-current') === 'true';
      stop =
        links.find((link) => link === document.activeElement) ??
        links.find(isOpen) ??
        links.find((link) => link === stop) ??
        links[0];
      for (const link of links) {
        const tabIndex = link === stop ? 0 : -1;
        if (link.tabIndex !== tabIndex) link.tabIndex = tabIndex;
      }
    };
    const changes = new MutationObserver(chooseStop);
    const attributeFilter = ['aria-current'];
    changes.observe(area, { childList: true, subtree: true, attributes: true, attributeFilter });
    area.addEventListener('focusin', chooseStop);
    chooseStop();
    return () => {
      changes.disconnect();
      area.removeEventListener('focusin', chooseStop);
    };
  }, [list]);
}
