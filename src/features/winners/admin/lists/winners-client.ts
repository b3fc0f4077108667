import { useMutation } from '@tanstack/react-query'
import { AUDIT_LOG } from '#features/audit-log/admin/audit-log-client.ts'
import { NotReauthenticated } from '#features/identity/web/reauthentication.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate, queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { WinnersApi } from '../../admin-api.server.ts'
import type { WinnerDetail } from '../../contract.ts'

export const winnersClient = () => clientOf<WinnersApi>().admin.winners

export const ADMIN_WINNERS = ['admin-winners'] as const
export const winnerKey = (id: string) => [...ADMIN_WINNERS, 'one', id] as const

/** Invalidates lists, tasks, winners and all other views of winners after a change. */
export const winnersChanged = () => invalidate(ADMIN_WINNERS, ['giveaways'], [AUDIT_LOG])

/**
 * Runs a staff action on a winner, shows the new state and confirms success. On a conflict, the winner is refetched and the caller gets the
 * message in `error`.
 */
export function useAct<Input = void>(
  id: string,
  act: (input: Input) => Promise<WinnerDetail>,
  done: string,
  onDone = () => {},
) {
  return useMutation({
    mutationFn: act,
    async onSuccess(winner) {
      queryClient.setQueryData(winnerKey(id), winner)
      await winnersChanged()
      toast.success(done)
      onDone()
    },
    onError(error) {
      if (!(error instanceof NotReauthenticated)) void winnersChanged()
    },
  })
}
