/** @returns whether a code was accepted. */
type AskForCode = () => Promise<boolean>;

let ask: AskForCode | null = null;
let asked: Promise<boolean> | null = null;

/** Set while a page is open that can ask. @returns what takes it away. */
export function provideStepUp(askForCode: AskForCode): () => void {
  ask = askForCode;
  return () => {
    if (ask === askForCode) ask = null;
  };
}

/** Once for all calls that wait for it. */
export function askForCode(): Promise<boolean> {
  asked ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asked = null;
  });
  return asked;
}
