export type Proof = 'code' | 'password';

/** @returns whether it was accepted. */
type AskForProof = (proof: Proof) => Promise<boolean>;

let ask: AskForProof | null = null;
const asked = new Map<Proof, Promise<boolean>>();

/** @returns the unregister function. */
export function provideStepUp(askForProof: AskForProof): () => void {
  ask = askForProof;
  return () => {
    if (ask === askForProof) ask = null;
  };
}

/** Asks once for all calls that wait for it. */
export function askForProof(proof: Proof): Promise<boolean> {
  const running = asked.get(proof);
  if (running) return running;
  const asking = (ask?.(proof) ?? Promise.resolve(false)).finally(() => asked.delete(proof));
  asked.set(proof, asking);
  return asking;
}
