import type { FastifyReply } from 'fastify';

/** An edit sends the ETag back as If-Match. */
export function setRevision(reply: FastifyReply, revision: number): void {
  reply.header('etag', `"${revision}"`);
}

/** Null if any revision may be edited. `editHeaders` has validated it. */
export function readRevision(ifMatch: string | undefined): number | null {
  const [digits] = /\d+/.exec(ifMatch ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
