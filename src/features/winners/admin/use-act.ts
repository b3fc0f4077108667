import { useMutation } from '@tanstack/react-query'
import { NotProved } from '#features/identity/security/proved.ts'
import { queryClient } from '#platform/client/browser.ts'
import { toast } from '#ui/toast.ts'
import type { WinnerDetail } from '../contract.ts'
import { winnerKey, winnersChanged } from './winners-client.ts'

/**
 * One act of staff for a winner: shows what the server answered, and says that it was done. When somebody else was first, the winner
 * is read anew and the sentence of the refusal stays with whoever asks for it (`error`).
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
      if (!(error instanceof NotProved)) void winnersChanged()
    },
  })
}
