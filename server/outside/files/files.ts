/** All processes must use the same place. */
export type Files = {
  /** Other machines find the files. */
  isShared: boolean;
  /** All or nothing: no reader gets half a file. */
  write(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Succeeds if the file is already missing. */
  remove(name: string): Promise<void>;
};

/** Safe in a path and a URL. */
export const fileName = /^[a-z]+\/[0-9a-f-]+\.(?:webp|bin)$/;

/** Names come from our own rows and checked addresses, so another one is a bug. */
export function requireFileName(name: string): string {
  if (!fileName.test(name)) throw new Error(`${JSON.stringify(name)} is not a file name`);
  return name;
}
