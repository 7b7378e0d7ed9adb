import { createKeyedLimit } from './concurrency.ts';
import { listNetworks } from './network.ts';

type Work<Result> = () => Promise<Result>;

/**
 * Runs a few tasks of a network at once, in this process; the others of that network wait for them, and no one else does.
 * An IPv6 network has its share of the networks around it.
 */
export function createNetworkLimit(atOnce: number) {
  const limit = createKeyedLimit({ atOnce });
  /** The smallest network first, or its waiting requests would take the places of its neighbors. */
  return <Result>(address: string, work: Work<Result>): Promise<Result> =>
    listNetworks(address).reduceRight<Work<Result>>(
      (inner, { name, share }) =>
        () =>
          limit(name, inner, share),
      work,
    )();
}
