import { useState } from 'react'
import { call } from '#platform/client/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonField, reasonIn } from '#ui/reason-field.tsx'
import type { WinnerDetail } from '../contract.ts'
import { useAct } from './use-act.ts'
import { winnersClient } from './winners-client.ts'

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
