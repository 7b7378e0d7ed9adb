/** An answer other than 2xx of the page's own API, in words for whoever holds the phone. */
export class PhoneError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
