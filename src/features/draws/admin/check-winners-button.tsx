import { useMutation } from '@tanstack/react-query'
import { giveawaysChanged } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { failureOf } from '#kernel/client/calls/sentence-of.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { drawsAdminClient } from './draws-admin-client.ts'

/** Draws due giveaways now, as the worker does every minute. Shown to staff with the right to draw. */
export function CheckWinnersButton() {
  const mayDraw = useRight('giveaways.draw')
  const checking = useMutation({
    mutationFn: () => reauthenticated(() => call(drawsAdminClient().admin['check-winners'].$post())),
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
      toast.error(failureOf('Failed to check for winners', error))
    },
  })
  if (!mayDraw) return null
  return (
    <Button variant="secondary" icon="dice" mutation={checking} busyText="Checking...">
      Check for winners
    </Button>
  )
}
