import { createPortal } from 'react-dom';
import { useAnnouncements } from '#web/lib/announce.ts';

/**
 * There from the start to the end: screen readers announce what enters a live region, not a region that enters.
 */
export function Announcer() {
  const announcements = useAnnouncements();
  const list = (isUrgent: boolean) =>
    announcements
      .filter((one) => one.isUrgent === isUrgent)
      .map(({ id, text }) => <p key={id}>{text}</p>);
  // Beside the page, which an open dialog hides as a whole.
  return createPortal(
    <>
      <div aria-live="polite" aria-relevant="additions" className="sr-only">
        {list(false)}
      </div>
      <div aria-live="assertive" aria-relevant="additions" className="sr-only">
        {list(true)}
      </div>
    </>,
    document.body,
  );
}
