import { useRef, useState } from 'react';
import { maxSourceBytes } from '#shared/api/knowledge.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { uploadSource, useRefreshSources } from '../api.ts';
import { tooLarge } from './file-words.ts';

export type Upload = {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  problem: string | null;
  /** The same file might be taken another time. */
  canRetry: boolean;
};

let lastId = 0;

function findProblem({ size }: File): string | null {
  if (size > maxSourceBytes) return tooLarge;
  return size === 0 ? 'It is empty, or a folder.' : null;
}

function toUpload(file: File): Upload {
  const problem = findProblem(file);
  lastId += 1;
  return {
    id: lastId,
    file,
    state: problem ? 'failed' : 'waiting',
    problem,
    canRetry: false,
  };
}

function describeProblem(error: unknown): string {
  return statusOf(error) === 413 ? tooLarge : describeError(error);
}

/** One file after the other: each is read by a process of its own on the server. */
export function useUploads(expertId: string, onAdded: (title: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const refresh = useRefreshSources(expertId);
  const remove = (id: number) => setUploads((all) => all.filter((each) => each.id !== id));
  const change = (id: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...fields } : each)));
  const send = async ({ id, file }: Upload) => {
    change(id, { state: 'sending', problem: null });
    try {
      const { source } = await uploadSource(expertId, file);
      await refresh();
      remove(id);
      onAdded(source.title);
    } catch (error) {
      const status = statusOf(error);
      const canRetry = status === null || status === 429 || status >= 500;
      change(id, { state: 'failed', problem: describeProblem(error), canRetry });
    }
  };
  const enqueue = (upload: Upload) => {
    queue.current = queue.current.then(() => send(upload));
  };
  return {
    uploads,
    remove,
    add: (files: Iterable<File>) => {
      const added = Array.from(files, toUpload);
      setUploads((all) => [...all, ...added]);
      for (const upload of added) if (upload.state === 'waiting') enqueue(upload);
    },
    retry: (upload: Upload) => {
      change(upload.id, { state: 'waiting', problem: null });
      enqueue(upload);
    },
  };
}
