import {
  type CheckState,
  checkStates,
  type DoctorReply,
  type PlacedFinding,
} from '#shared/api/doctor.ts';

const colors: Record<CheckState, number> = { broken: 31, warning: 33, ok: 32 };
const stateWidth = 8;
const fixIndent = ' '.repeat(stateWidth + 1);

/** A line each, the worst first, with its fix below. */
export function printReply(reply: DoctorReply, { hasColors }: { hasColors: boolean }): string {
  const paint = (state: CheckState, text: string) =>
    hasColors ? `\u001b[${colors[state]}m${text}\u001b[0m` : text;
  const sorted = checkStates.flatMap((state) =>
    reply.findings.filter((one) => one.state === state),
  );
  const width = Math.max(...sorted.map((one) => nameOf(one).length));
  const lines = sorted.flatMap((one) => {
    const state = paint(one.state, one.state.padEnd(stateWidth));
    const line = `${state} ${nameOf(one).padEnd(width)}  ${one.why}`;
    return one.fix ? [line, `${fixIndent}${' '.repeat(width)}  ${one.fix}`] : [line];
  });
  const count = (state: CheckState) => sorted.filter((one) => one.state === state).length;
  const sums = checkStates.map((state) => `${count(state)} ${state}`).join(', ');
  return `${lines.join('\n')}\n\n${sums}, in ${(reply.tookMs / 1000).toFixed(1)} s.\n`;
}

function nameOf({ name, about }: PlacedFinding): string {
  return about ? `${name}: ${about}` : name;
}
