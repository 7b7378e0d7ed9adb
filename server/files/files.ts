/** Where pictures are kept: the same for every process that must find them. */
export type Files = {
  /** Another machine finds what this one has written. */
  isShared: boolean;
  /** Complete or not at all: a reader never gets half a file. */
  write(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** A missing file is removed already. */
  remove(name: string): Promise<void>;
};

/** `folder/file`: safe in a path and in a URL. */
export const fileName = /^[a-z]+\/[0-9a-f-]+\.webp$/;

/** Names come from our own rows and checked addresses, so another one is a mistake of ours. */
export function requireFileName(name: string): string {
  if (!fileName.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a file`);
  return name;
}
