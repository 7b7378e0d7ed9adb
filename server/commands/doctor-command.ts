import { allChecks } from '#server/operations/doctor/checks.ts';
import { createHider } from '#server/operations/doctor/hide-secrets.ts';
import { openPatient } from '#server/operations/doctor/open-patient.ts';
import { printReply } from '#server/operations/doctor/print.ts';
import { runChecks } from '#server/operations/doctor/run.ts';
import { loadEnvironment } from '#server/outside/settings/load-environment.ts';

const usage = `Usage: npm run doctor [-- --json]

Checks settings, database, network and every service outside, and says what to do. Changes nothing, and runs beside a
running Sagewire. Ends with 1 if something is broken.
`;

const args = process.argv.slice(2);
if (args.some((one) => one !== '--json')) {
  process.stderr.write(usage);
  process.exit(1);
}
const environment = loadEnvironment();
const { patient, close } = await openPatient(environment);
const reply = await runChecks(allChecks, patient, createHider(environment));
const hasColors = process.stdout.isTTY && !environment.NO_COLOR;
const text =
  args.length > 0 ? `${JSON.stringify(reply, null, 2)}\n` : printReply(reply, { hasColors });
process.exitCode = reply.state === 'broken' ? 1 : 0;
// What is late may hold its connection; the report is complete.
const exit = () => process.exit();
process.stdout.write(text, () => {
  setTimeout(exit, 1_000).unref();
  close().then(exit, exit);
});
