import { queryOptions } from '@tanstack/react-query';
import type { DoctorReply } from '#shared/api/doctor.ts';
import { api } from '#web/lib/api-client.ts';

/** Calls every service outside, so it runs when an admin comes or asks, and not by itself. */
export const doctorQuery = queryOptions({
  queryKey: ['doctor'],
  queryFn: ({ signal }) => api.get<DoctorReply>('/api/doctor', signal),
  staleTime: 60_000,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
});
