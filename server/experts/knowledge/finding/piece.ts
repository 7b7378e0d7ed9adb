/** A piece of a live source: a source that holds on other days than today is among them. */
export type KnownPiece = {
  sourceId: string;
  /** Of its source's readings. */
  generation: number;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  /** Its place in its source. */
  position: number;
  /** Of all that a prompt shows of it: its text, and the line with its number, title, heading and dates. */
  tokens: number;
  /** Days such as `2026-11-28`; the source holds on both. */
  validFrom: string | null;
  validUntil: string | null;
  isQuotable: boolean;
};

export type Given = KnownPiece & {
  /** By which the model names it: the same for all turns of a revision. */
  number: number;
  /** 1 is the best; null where everything is given, so nothing was searched. */
  rank: number | null;
};
