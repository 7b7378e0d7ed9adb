import { useQuery } from '@tanstack/react-query';
import { productName } from '#shared/limits.ts';
import { setupQuery } from './setup-query.ts';

/** For a question to support. */
export function ProductVersion() {
  const { data, isError } = useQuery(setupQuery);
  if (isError) return <p className="text-muted">The version can't be read right now.</p>;
  return <p className="tabular-nums">{data ? `${productName} ${data.version}` : '…'}</p>;
}
