export type Question = { title: string; description: string; action: string };

/** @returns whether the reader confirmed. */
type Ask = (question: Question) => Promise<boolean>;

let ask: Ask | null = null;

/** @returns the unregister function. */
export function provideAskFirst(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/** False also where no dialog can be shown. */
export function askFirst(question: Question): Promise<boolean> {
  return ask?.(question) ?? Promise.resolve(false);
}
