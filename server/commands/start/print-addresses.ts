import type { Config } from '#server/config.ts';
import type { OpenDatabase } from '#server/db/client.ts';
import { version } from '#server/outside/version.ts';
import { channelKeys, channelNames } from '#shared/channels.ts';

/** For the log: a process without a terminal prints no banner. Only a published password is said here. */
export function describeStart(config: Config, database: OpenDatabase['kind']) {
  const { publicUrl, sandbox, admin, roles, logLevel } = config;
  const missing = listMissing(config);
  return {
    ...{ version, roles, database, logLevel, node: process.version },
    ...(roles.includes('http') && { dashboard: publicUrl }),
    ...(sandbox.any && { sandboxPhone: `${publicUrl}/sandbox` }),
    ...(sandbox.warnedOf.length > 0 && { notReal: sandbox.warnedOf }),
    ...(missing.length > 0 && { notSetUp: missing }),
    ...(admin?.isSandboxDefault && { admin: describeAdmin(config) }),
  };
}

function describeAdmin({ admin, sandbox }: Config): string | undefined {
  return sandbox.takesKnownPassword ? `${admin?.email} ${admin?.password}` : admin?.email;
}

/** On a terminal. */
export function printAddresses(config: Config): void {
  const { publicUrl, sandbox, admin, roles } = config;
  const lines = ['', `  Sagewire ${version} is ready.`, ''];
  if (roles.includes('http')) lines.push(`  Dashboard      ${publicUrl}`);
  if (sandbox.any) lines.push(`  Sandbox phone  ${publicUrl}/sandbox`);
  if (sandbox.warnedOf.length > 0) lines.push(`  Not real       ${sandbox.warnedOf.join(', ')}`);
  const missing = listMissing(config);
  if (missing.length > 0) {
    lines.push(`  Not set up     ${missing.join(', ')} (SANDBOX=mixed serves stand-ins for them)`);
  }
  if (admin?.isSandboxDefault) lines.push(`  Admin          ${admin.email}  ${admin.password}`);
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** What an operator who expects the sandbox may miss. */
function listMissing({ channels, stripe }: Config): string[] {
  const missing = channelKeys.filter((key) => !channels[key]).map((key) => channelNames[key]);
  return stripe ? missing : [...missing, 'payments'];
}
