import { useMutation } from '@tanstack/react-query'
import { NotReauthenticated } from '#features/identity/security/reauthentication.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { WinnerDetail } from '../../contract.ts'
import { winnerKey, winnersChanged } from '../lists/winners-client.ts'

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
