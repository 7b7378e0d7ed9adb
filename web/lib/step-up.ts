/** @returns whether a code was accepted. */
type AskForCode = () => Promise<boolean>;

let ask: AskForCode | null = null;
let asked: Promise<boolean> | null = null;

/** @returns the unregister function. */
export function provideStepUp(askForCode: AskForCode): () => void {
  ask = askForCode;
  return () => {
    if (ask === askForCode) ask = null;
  };
}

/** Asks once for all calls that wait for a code. */
export function askForCode(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
