import type { FastifyReply } from 'fastify';

/** The ETag is the revision. An edit sends it back as If-Match. */
export function setRevision(reply: FastifyReply, revision: number): void {
  reply.header('etag', `"${revision}"`);
}

/** @param ifMatch validated by `editHeaders`. @returns null if any revision may be edited. */
export function readRevision(ifMatch: string | undefined): number | null {
  const [digits] = /\d+/.exec(ifMatch ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
