import { listNetworks, type Network } from '#server/outside/network.ts';

type Work<Result> = () => Promise<Result>;
type Lane = { running: number; waiting: (() => void)[] };

/**
 * Runs a few tasks of a network at once, in this process; the others of that network wait for them, and no one else does.
 * An IPv6 network has its share of the networks around it.
 */
export function createNetworkLanes(most: number) {
  const lanes = new Map<string, Lane>();

  async function inLane<Result>({ name, share }: Network, work: Work<Result>): Promise<Result> {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] };
    lanes.set(name, lane);
    if (lane.running < most * share) lane.running++;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else if (--lane.running === 0) lanes.delete(name);
    }
  }

  /** The smallest network first, or its waiting requests would take the places of its neighbors. */
  return <Result>(address: string, work: Work<Result>): Promise<Result> =>
    listNetworks(address).reduceRight<Work<Result>>(
      (inner, network) => () => inLane(network, inner),
      work,
    )();
}
