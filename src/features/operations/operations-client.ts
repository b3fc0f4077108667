import { useMutation, useQuery } from '@tanstack/react-query'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { OperationsApi } from './api.server.ts'

const api = clientOf<OperationsApi>().admin.operations

/** Processes beat every 10 s. */
const EVERY_MS = 10_000

export const useOperations = () =>
  useQuery({ queryKey: ['admin-operations'], queryFn: () => call(api.$get()), refetchInterval: EVERY_MS })

/** Runs a job or sends a message once more. */
export function useRetry(kind: 'job' | 'message', id: string, onDone: () => void) {
  const part = kind === 'job' ? api.jobs : api.messages
  return useMutation({
    mutationFn: () => call(part[':id'].retry.$post({ param: { id } })),
    onSuccess: () => toast.success(kind === 'job' ? 'The job runs again.' : 'The message is on its way.'),
    onError: error => toast.error(error.message),
    onSettled: onDone,
  })
}
