import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/api/auth.ts';
import { describeError, statusOf } from '#web/lib/api-client.ts';
import { useAuthToken } from '#web/lib/auth-token.ts';
import { currentUserQuery } from './current-user.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  /** The server can't tell now; the call is repeated. */
  | { status: 'unavailable'; reason: string }
  | { status: 'signed-in'; user: User };

export function useSession(): Session {
  const token = useAuthToken();
  const { data, isPending, error } = useQuery(currentUserQuery(token));
  if (!token) return { status: 'signed-out' };
  if (data) return { status: 'signed-in', user: data.user };
  if (statusOf(error) === 503) return { status: 'unavailable', reason: describeError(error) };
  return { status: isPending ? 'loading' : 'signed-out' };
}

export function useCurrentUser(): User {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('This page needs a signed-in person');
  return session.user;
}
