import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { isoOf } from '#ui/time/local-moment.ts'
import { official } from '../../../draws/admin/official-time.ts'
import { orSaying } from '../editor/failure.ts'
import type { ActProps } from '../giveaway-acts.ts'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'
import { toldInWords } from './publish-giveaway.tsx'

/** Relists a cancelled giveaway, or one without entries, as a new one with new dates. */
export function RelistGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title } = giveaway
  const { premium } = useSettings()
  const [startDate, setStart] = useState('')
  const [endDate, setEnd] = useState('')
  const sendOnce = useIdempotentSend()
  async function relist() {
    if (!startDate) throw new Error('Please fill in all required fields')
    const json = { startDate: isoOf(startDate), endDate: endDate ? isoOf(endDate) : null }
    await orSaying('Failed to relist giveaway', () =>
      sendOnce(json, options =>
        call(adminClient().admin.giveaways[':id'].relist.$post({ param: { id }, json }, options)),
      ),
    )
    await giveawaysChanged()
    toast.success(`${title} is up again`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Relist ${title}?`}
      description="A new giveaway with the same terms and a draw of its own goes up; this one stays among the past ones and leads to it."
      confirmLabel="Relist"
      busyLabel="Relisting..."
      onConfirm={relist}
    >
      <TextField
        label="Start date"
        type="datetime-local"
        required
        value={startDate}
        hint={official(startDate)}
        onChange={event => setStart(event.target.value)}
      />
      <TextField
        label="End date"
        type="datetime-local"
        value={endDate}
        hint={official(endDate) ?? 'Empty: open until it is sold out'}
        onChange={event => setEnd(event.target.value)}
      />
      <p className="text-muted text-sm">
        Members may enter {premium.earlyAccessHours} hours before the start.{' '}
        {startDate && toldInWords({ ...giveaway, startDate: isoOf(startDate) })}
      </p>
    </ConfirmDialog>
  )
}
