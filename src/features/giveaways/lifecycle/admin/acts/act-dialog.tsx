import { type ComponentType, useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useSettings } from '#kernel/client/site.ts'
import { isoOf } from '#kernel/values/clock/local-moment.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import {
  adminClient,
  carryOut,
  giveawaysChanged,
  official,
  orSaying,
} from '../../../giveaway/admin/giveaways-admin-client.ts'
import type { Act, ActProps } from '../admin-giveaway-card.tsx'
import { announcedInWords } from './announced-words.ts'
import { CancelGiveaway, CloseGiveaway, DeleteGiveaway } from './ending-dialogs.tsx'
import { PublishGiveaway } from './publish-giveaway.tsx'

type ActDialogProps = ActProps & {
  SelectWinner: ComponentType<ActProps>
  act: Act
  /** Opens the editor of a giveaway that the action created. */
  onMade: (id: string) => void
  /** Opens the legal duties of the giveaway. */
  onDuties: () => void
}

/** The confirmation dialog of an action, with its effects. */
export function ActDialog({ act, SelectWinner, onMade, onDuties, ...props }: ActDialogProps) {
  switch (act) {
    case 'draw':
      return <SelectWinner {...props} />
    case 'publish':
      return <PublishGiveaway {...props} onDuties={onDuties} />
    case 'duplicate':
      return <DuplicateGiveaway {...props} onMade={onMade} />
    case 'relist':
      return <RelistGiveaway {...props} />
    case 'close':
      return <CloseGiveaway {...props} />
    case 'cancel':
      return <CancelGiveaway {...props} />
    case 'delete':
      return <DeleteGiveaway {...props} />
  }
}

function DuplicateGiveaway({ giveaway, onClose, onMade }: ActProps & { onMade: (id: string) => void }) {
  const sendOnce = useIdempotentSend()
  async function duplicate() {
    const param = { id: giveaway.id }
    const made = await orSaying('Failed to duplicate giveaway', () =>
      sendOnce(param, options => call(adminClient().admin.giveaways[':id'].duplicate.$post({ param }, options))),
    )
    await giveawaysChanged()
    toast.success(`${made.title} was made as a draft`)
    onMade(made.id)
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Duplicate ${giveaway.title}?`}
      description="A draft with the same terms, images and ticks, a week from now. It stays hidden until it is published."
      confirmLabel="Duplicate"
      busyLabel="Copying..."
      onConfirm={duplicate}
    />
  )
}

/** Relists a cancelled giveaway, or one without entries, as a new one with new dates. */
function RelistGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title } = giveaway
  const { premium } = useSettings()
  const [startDate, setStart] = useState('')
  const [endDate, setEnd] = useState('')
  const sendOnce = useIdempotentSend()
  function relist() {
    if (!startDate) throw new Error('Please fill in all required fields')
    const json = { startDate: isoOf(startDate), endDate: endDate ? isoOf(endDate) : null }
    return carryOut('Failed to relist giveaway', onClose, async () => {
      await sendOnce(json, options =>
        call(adminClient().admin.giveaways[':id'].relist.$post({ param: { id }, json }, options)),
      )
      return `${title} is up again`
    })
  }
  return (
    <ConfirmDialog
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
        {startDate && announcedInWords({ ...giveaway, startDate: isoOf(startDate) })}
      </p>
    </ConfirmDialog>
  )
}
