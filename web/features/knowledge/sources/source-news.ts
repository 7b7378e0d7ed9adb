import { useEffect, useRef } from 'react';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';
import { announce, useAnnounced } from '#web/lib/announce.ts';

const news: Partial<Record<KnowledgeSource['state'], string>> = {
  review: 'was read and can be reviewed',
  live: 'is live',
  failed: 'could not be read',
};

/**
 * Tells a screen reader what was added, and what has become of sources that were being read.
 * @param added title of the newest upload.
 */
export function useSourceNews(sources: KnowledgeSource[], added: string): void {
  const reading = useRef(new Set<string>());
  useAnnounced(added && `${added} was added`);
  useEffect(() => {
    for (const { id, state, title } of sources) {
      const isDone = state !== 'reading' && reading.current.has(id);
      if (isDone && news[state]) announce(`${title} ${news[state]}`);
    }
    reading.current = new Set(
      sources.filter(({ state }) => state === 'reading').map(({ id }) => id),
    );
  }, [sources]);
}
