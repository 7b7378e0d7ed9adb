type LockedPackage = { engines?: unknown; bin?: unknown; libc?: string[] };
type Lock = { packages: Record<string, LockedPackage> };

export const runtimePackage = /^node-(bin-)?(linux|darwin)-/;

/** What npm takes from its registry that is wrong here, because packages run on the Node that the same file locks. */
export function correctLock({ packages, ...rest }: Lock) {
  const corrected = Object.entries(packages).map(([path, entry]) => {
    if (path === '') return [path, entry];
    // npm would compare it with the Node that npm itself runs on.
    const { engines: _, ...kept } = entry;
    return [
      path,
      runtimePackage.test(path.replace('node_modules/', '')) ? correctRuntime(path, kept) : kept,
    ];
  });
  return { ...rest, packages: Object.fromEntries(corrected) };
}

/** npm 10 deletes `.bin/node` with the packages of other systems, so deploy/node/node.sh is the only one that has it. */
function correctRuntime(path: string, { bin: _, ...kept }: LockedPackage): LockedPackage {
  // They don't say so themselves.
  return path.includes('linux') ? { ...kept, libc: ['glibc'] } : kept;
}
