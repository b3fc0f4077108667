import { useMutation } from '@tanstack/react-query'
import { NotReauthenticated, reauthenticated } from '#features/identity/security/reauthentication.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { adminClient, giveawaysChanged } from '../../lifecycle/admin/giveaways-admin-client.ts'

/** Draws due giveaways now, as the worker does every minute. Shown to staff with the right to draw. */
export function CheckWinnersButton() {
  const mayDraw = useRight('giveaways.draw')
  const checking = useMutation({
    mutationFn: () => reauthenticated(() => call(adminClient().admin['check-winners'].$post())),
    async onSuccess({ processed, winnersSelected }) {
      await giveawaysChanged()
      if (processed === 0) toast.info('No giveaway is due for its draw')
      else
        toast.success(
          `${processed} ${processed === 1 ? 'giveaway was' : 'giveaways were'} due, ${winnersSelected} ${winnersSelected === 1 ? 'winner was' : 'winners were'} selected`,
        )
    },
    onError(error) {
      if (error instanceof NotReauthenticated) return
      toast.error(error instanceof ApiError && error.status < 500 ? error.message : 'Failed to check for winners')
    },
  })
  if (!mayDraw) return null
  return (
    <Button
      variant="secondary"
      icon="dice"
      busy={checking.isPending}
      busyText="Checking..."
      onClick={() => checking.mutate()}
    >
      Check for winners
    </Button>
  )
}
