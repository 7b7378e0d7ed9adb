import { channelKeys, channelNames } from '#shared/channels.ts';
import type { Config } from './config.ts';
import { version } from './version.ts';

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
