import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peers } from '#server/db/peers.ts';

export type ProcessFacts = {
  /** Host and process id. */
  name: string;
  roles: readonly string[];
  /** Its clock against the database's; positive is ahead. Null where it could not be measured. */
  skewMs: number | null;
  /** What it has noticed of a proxy. */
  proxyProblem: string | null;
};
export type RollCall = () => Promise<ProcessFacts[]>;

/** For the others' answers, each of which asks the database for its time. */
const waitMs = 1_500;

/**
 * Asks all processes of one database for their facts. A notice is one word without spaces.
 * @param describeSelf null for a command, which is no process of the installation.
 */
export function joinRollCall(
  peers: Peers,
  describeSelf: (() => Promise<ProcessFacts>) | null,
): RollCall {
  const words: string[] = [];
  const calls = new Map<string, ProcessFacts[]>();
  const send = peers.join('roll', { collect: () => words.splice(0), onWord });
  const say = (word: string) => {
    words.push(word);
    send();
  };

  function onWord(word: string): void {
    const [kind, call = '', facts = ''] = word.split('.');
    if (kind === 'is') calls.get(call)?.push(decode(facts));
    if (kind === 'who') {
      describeSelf?.()
        .then((self) => say(`is.${call}.${encode(self)}`))
        .catch(() => {}); // the caller misses this process, and says so
    }
  }

  return async () => {
    const call = randomUUID();
    const answers: ProcessFacts[] = [];
    calls.set(call, answers);
    say(`who.${call}`);
    const [self] = await Promise.all([describeSelf?.(), sleep(waitMs)]);
    calls.delete(call);
    return self ? [self, ...answers] : answers;
  };
}

const encode = (facts: ProcessFacts) => Buffer.from(JSON.stringify(facts)).toString('base64url');
const decode = (word: string) =>
  JSON.parse(Buffer.from(word, 'base64url').toString()) as ProcessFacts; // from a process of ours
