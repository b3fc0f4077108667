import { call } from '#kernel/client/calls/call.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import { winnersClient } from '../lists/winners-client.ts'
import { useAct } from './use-act.ts'

/** Records the delivery and completes the prize. */
export function FinishDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const finish = useAct(
    winner.id,
    () => call(winnersClient()[':id'].finish.$post({ param: { id: winner.id }, json: {} })),
    'The prize has arrived',
    onClose,
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Has the prize arrived?"
      description={`${winner.giveaway.title} is done then, and its task is closed.`}
      confirmLabel="Mark as arrived"
      busyLabel="Saving..."
      onConfirm={async () => void (await finish.mutateAsync())}
    />
  )
}
