import type { QueryClient } from '@tanstack/react-query';
import { removeAuthToken } from '#web/lib/auth-token.ts';
import { draftsKey } from '#web/lib/drafts.ts';

/** localStorage has the browser's last sign-out, sessionStorage the last that this tab noticed. */
const storageKey = 'signed_out_at';

/** Leaves nothing, in any tab, to the browser's next user. An expired session keeps its drafts. */
export function signOut(queryClient: QueryClient): void {
  removeAuthToken();
  queryClient.clear();
  localStorage.setItem(storageKey, String(Date.now()));
  noticeSignOut(queryClient);
}

/** A tab stores only drafts and the last conversation. */
function noticeSignOut(queryClient: QueryClient): void {
  const signedOutAt = localStorage.getItem(storageKey);
  if (signedOutAt === null || sessionStorage.getItem(storageKey) === signedOutAt) return;
  queryClient.removeQueries({ queryKey: [draftsKey] });
  sessionStorage.clear();
  sessionStorage.setItem(storageKey, signedOutAt);
}

/** A tab that was suspended notices once it is loaded or shown again. */
export function followSignOuts(queryClient: QueryClient): () => void {
  const notice = () => noticeSignOut(queryClient);
  notice();
  window.addEventListener('storage', notice);
  document.addEventListener('visibilitychange', notice);
  return () => {
    window.removeEventListener('storage', notice);
    document.removeEventListener('visibilitychange', notice);
  };
}
