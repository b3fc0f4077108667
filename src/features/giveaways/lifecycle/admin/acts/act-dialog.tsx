import { call } from '#kernel/client/calls/call.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { SelectWinner } from '../../../draws/admin/select-winner.tsx'
import { orSaying } from '../editor/failure.ts'
import type { Act, ActProps } from '../giveaway-acts.ts'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'
import { CancelGiveaway } from './cancel-giveaway.tsx'
import { CloseGiveaway } from './close-giveaway.tsx'
import { DeleteGiveaway } from './delete-giveaway.tsx'
import { PublishGiveaway } from './publish-giveaway.tsx'
import { RelistGiveaway } from './relist-giveaway.tsx'

type ActDialogProps = ActProps & {
  act: Act
  /** Opens the editor of a giveaway that the action created. */
  onMade: (id: string) => void
}

/** The confirmation dialog of an action, with its effects. */
export function ActDialog({ act, onMade, ...props }: ActDialogProps) {
  switch (act) {
    case 'draw':
      return <SelectWinner {...props} />
    case 'publish':
      return <PublishGiveaway {...props} />
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
      open
      onOpenChange={onClose}
      title={`Duplicate ${giveaway.title}?`}
      description="A draft with the same terms, images and ticks, a week from now. Nobody sees it until it is published."
      confirmLabel="Duplicate"
      busyLabel="Copying..."
      onConfirm={duplicate}
    />
  )
}
