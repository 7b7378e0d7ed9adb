/** Settings with a user and a password in an address. */
const addresses = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL', 'FILES_URL'];

/** A line for the start: the setting's name, what is wrong, and where it helps what to write instead. */
export function explainProblem(name: string, value: string | undefined, message: string): string {
  if (isQuoted(value)) return `${name} is in quotation marks. Write it without quotes.`;
  return findUnescaped(name, value) ?? `${name} ${message}`;
}

/** Docker's --env-file, and YAML within quotes, pass them on. */
export function isQuoted(value: string | undefined): boolean {
  return /^(["']).*\1$/s.test(value?.trim() ?? '');
}

/** Also of addresses that can be parsed, and would lead to a host that is half a password. */
export function findUnescaped(name: string, value: string | undefined): string | null {
  const [, rest] = /^[a-z0-9+]+:\/\/(.*)$/is.exec(value?.trim() ?? '') ?? [];
  if (!addresses.includes(name) || !rest) return null;
  const [authority = ''] = rest.split(/[/?#]/);
  const end = rest[authority.length];
  const goesOn = authority !== '' && !authority.includes('@') && rest.includes('@');
  const found = goesOn ? end : /%(?![0-9a-f]{2})/i.test(authority) ? '%' : undefined;
  if (!found) return null;
  const hex = found.charCodeAt(0).toString(16).toUpperCase();
  return `${name} has a ${found} in its user or password, which ends or breaks the address. Percent-encode it: write %${hex} for ${found}.`;
}

/** A line of the start as a finding: most say in their second sentence what to do. */
export function splitProblem(line: string): { about: string; why: string; fix: string } {
  const [about = ''] = line.split(' ');
  const [, why = line, fix = ''] = /^(.*?[^.]\.) ([A-Z].*)$/s.exec(line) ?? [];
  if (fix) return { about, why, fix };
  const needed = / is required with (\S+)$/.exec(line)?.[1];
  const example = `Correct ${about}; .env.example describes it.`;
  return { about, why: `${line}.`, fix: needed ? `Set ${about}, or remove ${needed}.` : example };
}
