import type { Finding } from '#shared/api/doctor.ts';

export const ok = (why: string, about: string | null = null): Finding => ({
  ...{ about, state: 'ok', why, fix: null },
});
export const warn = (why: string, fix: string, about: string | null = null): Finding => ({
  ...{ about, state: 'warning', why, fix },
});
export const broken = (why: string, fix: string, about: string | null = null): Finding => ({
  ...{ about, state: 'broken', why, fix },
});

/** Ends a check with its finding. */
export class Trouble extends Error {
  override name = 'Trouble';
  readonly finding: Finding;
  /** Of the vendor's HTTP answer. */
  readonly status: number | null;
  constructor(finding: Finding, status: number | null = null) {
    super(finding.why);
    this.finding = finding;
    this.status = status;
  }
}

/** A stand-in answers only while its process runs, and a check without it says nothing. */
export async function excuseStandIn(
  isSandboxed: boolean,
  checked: Promise<Finding[]>,
): Promise<Finding[]> {
  return checked.catch((error) => {
    if (!isSandboxed || !(error instanceof Trouble) || error.status !== null) throw error;
    return [ok('A stand-in serves it, while Sagewire runs.')];
  });
}
