import type { FastifyReply } from 'fastify';

/** The ETag is the revision; an edit is sent with it as If-Match. */
export function setRevision(reply: FastifyReply, revision: number): void {
  reply.header('etag', `"${revision}"`);
}

/** @param ifMatch checked by `editHeaders`. @returns null: any revision may be edited. */
export function readRevision(ifMatch: string | undefined): number | null {
  const [digits] = /\d+/.exec(ifMatch ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
