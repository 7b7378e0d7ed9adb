import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Activity, PresenceReply, Present } from '#shared/api/presence.ts';
import { api } from '#web/lib/api-client.ts';
import { presenceKey } from './presence-key.ts';

/** The server drops a page that is silent for 30 s. */
const repeatMs = 12_000;
/** It drops the sign of writing after 6 s. */
const repeatWritingMs = 3_000;

const nobody: Present[] = [];

/** Tells the team that this page shows the conversation, and returns who else does. */
export function usePresence(threadId: string): {
  present: Present[];
  /** Call on every change of the text. */
  noteText: (text: string) => void;
} {
  const [viewId] = useState(makeViewId);
  const writtenAt = useRef(0);
  const toldAt = useRef(0);
  const tell = useCallback(
    (doing: Activity) =>
      api.post<PresenceReply>(`/api/threads/${threadId}/presence`, { viewId, doing }),
    [threadId, viewId],
  );
  const { data, isError, refetch } = useQuery({
    queryKey: presenceKey(threadId),
    queryFn: async () => {
      const isWriting = writtenAt.current > Date.now() - repeatWritingMs;
      return (await tell(isWriting ? 'writing' : 'looking')).present;
    },
    // A hidden page does not repeat the call.
    refetchInterval: repeatMs,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  useEffect(() => {
    const leave = () => void tell('left').catch(ignore);
    const leaveIfHidden = () => document.hidden && leave();
    document.addEventListener('visibilitychange', leaveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', leaveIfHidden);
      leave();
    };
  }, [tell]);
  const noteText = (text: string) => {
    const now = Date.now();
    const wasWriting = writtenAt.current > 0;
    writtenAt.current = text.trim() === '' ? 0 : now;
    const isDue = writtenAt.current > 0 ? now - toldAt.current >= repeatWritingMs : wasWriting;
    if (!isDue) return;
    toldAt.current = writtenAt.current;
    void refetch();
  };
  // Without a connection we don't know who is there.
  return { present: (!isError && data) || nobody, noteText };
}

/** The server drops this page on its own. */
function ignore(): void {}

function makeViewId(): string {
  return Math.random().toString(36).slice(2, 12).padEnd(8, '0');
}
