import { Trouble, warn } from '#server/outside/outgoing/trouble.ts';
import {
  type CheckState,
  checkGroups,
  checkStates,
  type DoctorReply,
  type Finding,
  type PlacedFinding,
} from '#shared/api/doctor.ts';
import type { Check, Patient } from './check.ts';

const deadlineMs = 8_000;

/** All at once. One that fails or is late takes no other with it. */
export async function runChecks(
  checks: readonly Check[],
  patient: Patient,
  hide: (text: string) => string,
): Promise<DoctorReply> {
  const at = patient.now().toISOString();
  const started = performance.now();
  const found = await Promise.all(checks.map((check) => runCheck(check, patient)));
  const findings = sortByGroup(found.flat()).map((one) => ({
    ...one,
    why: hide(one.why),
    fix: one.fix && hide(one.fix),
  }));
  return {
    at,
    tookMs: Math.round(performance.now() - started),
    state: findWorst(findings),
    findings,
  };
}

async function runCheck(check: Check, patient: Patient): Promise<PlacedFinding[]> {
  const { group, name } = check;
  const late = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => late.resolve([describeLate]), deadlineMs);
  const findings = await Promise.race([runSafely(check, patient), late.promise]);
  clearTimeout(timer);
  return findings.map((finding) => ({ ...finding, group, name }));
}

const again = 'Check again; if it stays so, look into the log.';
const describeLate = warn(`It could not be checked within ${deadlineMs / 1000} seconds.`, again);

async function runSafely(check: Check, patient: Patient): Promise<Finding[]> {
  try {
    return await check.run(patient);
  } catch (error) {
    if (error instanceof Trouble) return [error.finding];
    const { message, cause } = error as Error;
    const reason = (cause instanceof Error ? cause.message : message).split('\n')[0];
    return [warn(`It could not be checked: ${reason}.`, again)];
  }
}

function sortByGroup(findings: PlacedFinding[]): PlacedFinding[] {
  return checkGroups.flatMap((group) => findings.filter((one) => one.group === group));
}

function findWorst(findings: { state: CheckState }[]): CheckState {
  return checkStates.find((state) => findings.some((one) => one.state === state)) ?? 'ok';
}
