import type { Reader } from '#server/access/guard.ts';
import { AppError } from '#server/errors.ts';
import { undoGesture } from '#server/journey/handover/undo.ts';
import type { Runtime } from '#server/runtime.ts';
import type { GesturesReply, GesturesRequest } from '#shared/api/thread-gestures.ts';
import { assignThread, resolveThread } from './assignment.ts';
import { toFilter } from './service.ts';
import { listThreadIds } from './store.ts';

/** A transaction each, so that a refused conversation stops no other. Ignores unknown ones. */
export async function gestureOnMany(
  runtime: Runtime,
  reader: Reader,
  request: GesturesRequest,
): Promise<GesturesReply> {
  const results: GesturesReply['results'] = [];
  for (const threadId of await listChosen(runtime, reader, request)) {
    results.push({ threadId, ...(await tryOne(() => act(runtime, reader, threadId, request))) });
  }
  return { results };
}

async function listChosen(
  { db, clock }: Runtime,
  reader: Reader,
  request: GesturesRequest,
): Promise<string[]> {
  if (request.action === 'undo') return request.threadIds;
  const { state, threadIds } = request;
  const filter = { ...toFilter(request, { now: clock.now(), readerId: reader.id }), state };
  return listThreadIds(db, { filter, threadIds });
}

async function act(
  runtime: Runtime,
  reader: Reader,
  threadId: string,
  request: GesturesRequest,
): Promise<boolean> {
  if (request.action === 'undo') {
    await undoGesture(runtime, { actorId: reader.id, threadId });
    return true;
  }
  if (request.action === 'assign') {
    return assignThread(runtime, reader, { threadId, assigneeId: request.assignTo });
  }
  const wanted = { threadId, isResolved: true, keeps: false, isOneOfMany: true };
  return resolveThread(runtime, reader, wanted);
}

async function tryOne(
  doIt: () => Promise<boolean>,
): Promise<{ isDone: boolean; refusal: string | null }> {
  try {
    return { isDone: await doIt(), refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { isDone: false, refusal: error.message };
    throw error;
  }
}
