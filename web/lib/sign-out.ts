import type { QueryClient } from '@tanstack/react-query';
import { removeAuthToken } from './auth-token.ts';
import { draftsKey } from './drafts.ts';

/** In localStorage the last sign-out of the browser, in sessionStorage the last one that this tab has noticed. */
const storageKey = 'signed_out_at';

/** Leaves nothing to the person who uses the browser next, in any tab. A session that expires keeps the drafts. */
export function signOut(queryClient: QueryClient): void {
  removeAuthToken();
  queryClient.clear();
  localStorage.setItem(storageKey, String(Date.now()));
  noticeSignOut(queryClient);
}

/** Drafts and the last conversation are all that a tab stores. */
function noticeSignOut(queryClient: QueryClient): void {
  const signedOutAt = localStorage.getItem(storageKey);
  if (signedOutAt === null || sessionStorage.getItem(storageKey) === signedOutAt) return;
  queryClient.removeQueries({ queryKey: [draftsKey] });
  sessionStorage.clear();
  sessionStorage.setItem(storageKey, signedOutAt);
}

/** A tab that slept meanwhile notices once it is loaded or looked at again. */
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
