/** What app/announcer.tsx has said, oldest first. */
export function listAnnounced(urgency: 'polite' | 'assertive'): (string | null)[] {
  const said = document.querySelectorAll(`[aria-relevant=additions][aria-live=${urgency}] > p`);
  return [...said].map(({ textContent }) => textContent);
}
