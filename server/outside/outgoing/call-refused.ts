const words = {
  private_address: 'the address is private',
  redirect: 'it redirects to another address',
} as const;

/** The cause of a `fetch` error: no call was made, or a redirect not followed. */
export class CallRefused extends Error {
  override name = 'CallRefused';
  readonly code: keyof typeof words;

  constructor(code: keyof typeof words) {
    super(words[code]);
    this.code = code;
  }
}

export function findCallRefused({ cause }: Error): CallRefused | null {
  return cause instanceof CallRefused ? cause : null;
}
