import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import type { End } from '../../rules.ts'
import { winnerKey, winnersChanged, winnersClient } from '../lists/winners-client.ts'

const WHYS: { value: End; label: string }[] = [
  { value: 'disqualified', label: 'Not eligible by the rules' },
  { value: 'declined', label: 'Declined by the winner' },
  { value: 'forfeited', label: 'Forfeited, no answer or papers' },
]

/** Promoting an alternate is final, so staff type the giveaway's title. */
export function PromoteAlternateDialog({ winner, onClose }: { winner: WinnerDetail; onClose: () => void }) {
  const [as, setAs] = useState<End>('disqualified')
  const [reason, setReason] = useState('')
  async function promoteAlternate() {
    const json = { as, reason: reasonIn(reason) }
    const ended = await reauthenticated(() =>
      call(winnersClient()[':id']['pass-on'].$post({ param: { id: winner.id }, json })),
    )
    queryClient.setQueryData(winnerKey(winner.id), ended)
    await winnersChanged()
    toast.success(
      ended.task === 'nobody-left' ? 'Nobody is left in the drawn order' : 'Passed to the next of the drawn order',
    )
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Pass the prize on?"
      description={`${winner.name} loses ${winner.giveaway.title} for good. The next of the drawn order is told at once, and the public result says that the prize was passed on, without a name.`}
      confirmLabel="Pass on"
      busyLabel="Passing on..."
      danger
      typed={winner.giveaway.title}
      onConfirm={promoteAlternate}
    >
      <SelectField label="Why" options={WHYS} value={as} onChange={({ target }) => setAs(target.value as End)} />
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
