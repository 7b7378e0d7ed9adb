const words = {
  private_address: 'the address is private',
  redirect: 'it redirects to another address',
} as const;

/** We made no call, or did not follow where it led. The cause of the error that `fetch` throws. */
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
