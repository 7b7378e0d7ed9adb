import { useEffect, useRef, useState } from 'react';
import type { KnowledgeSource } from '#shared/api/knowledge.ts';

const news: Partial<Record<KnowledgeSource['state'], string>> = {
  review: 'was read and can be reviewed',
  live: 'is live',
  failed: 'could not be read',
};

/** Tells a screen reader what has become of a source that was being read. */
export function SourceNews({
  sources,
  added,
}: {
  sources: KnowledgeSource[];
  /** Title of the newest upload. */
  added: string;
}) {
  const reading = useRef(new Set<string>());
  const [told, setTold] = useState('');
  useEffect(() => {
    const done = sources.find(({ id, state }) => state !== 'reading' && reading.current.has(id));
    if (done && news[done.state]) setTold(`${done.title} ${news[done.state]}`);
    reading.current = new Set(
      sources.filter(({ state }) => state === 'reading').map(({ id }) => id),
    );
  }, [sources]);
  return (
    <p role="status" className="sr-only">
      {told || (added && `${added} was added`)}
    </p>
  );
}
