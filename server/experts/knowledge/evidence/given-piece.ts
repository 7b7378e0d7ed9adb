/** A piece of a source as a turn is given it. */
export type GivenPiece = {
  /** By which the model names it; no other piece of the turn has it. */
  number: number;
  sourceId: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  /** Days, as 2026-12-24. */
  validFrom: string | null;
  validUntil: string | null;
  /** Else it is internal: an answer may lean on it, but it is neither named nor shown to people. */
  isQuotable: boolean;
};
