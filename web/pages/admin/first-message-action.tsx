import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';
import { providersQuery } from '#web/features/providers/api.ts';

export function FirstMessageAction() {
  const { data } = useQuery(providersQuery);
  const hasSandbox = data?.providers.some((provider) => provider.isSandboxed);
  return (
    <Button asChild>
      {hasSandbox ? (
        <a href="/sandbox" target="_blank" rel="noopener noreferrer">
          Open the sandbox phone
        </a>
      ) : (
        <Link href="/experts">Add an expert</Link>
      )}
    </Button>
  );
}
