import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import { winnersClient } from '../lists/winners-client.ts'
import { useAct } from './use-act.ts'

/** Records the outcome of a prize without remaining alternates. */
export function SettleDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const settle = useAct<{ reason: string }>(
    winner.id,
    json => call(winnersClient()[':id'].settle.$post({ param: { id: winner.id }, json })),
    'The prize is settled',
    onClose,
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Settle the prize"
      description="Nobody is left in the drawn order. Say what became of the prize; it stands in the audit log."
      confirmLabel="Settle"
      busyLabel="Saving..."
      onConfirm={async () => void (await settle.mutateAsync({ reason: reasonIn(reason) }))}
    >
      <ReasonField label="What became of it" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
