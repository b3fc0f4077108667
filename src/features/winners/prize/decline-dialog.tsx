import { call } from '#kernel/client/calls/call.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Prize } from '../contract.ts'
import { prizesChanged, prizesClient } from '../papers/prize-client.ts'

type Props = { prize: Prize; linkKey: string | undefined; onClose: () => void; onDeclined: () => void }

/** Confirms the decline, which is final. */
export function DeclineDialog({ prize, linkKey, onClose, onDeclined }: Props) {
  async function decline() {
    const json = linkKey ? { key: linkKey } : {}
    await call(prizesClient().prizes[':id'].decline.$post({ param: { id: prize.id }, json }))
    await prizesChanged()
    onClose()
    onDeclined()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Give the prize up?"
      description={`${prize.giveaway.title} goes to the next entry in the drawn order at once, and cannot come back to you.`}
      confirmLabel="Give it up"
      busyLabel="Saving..."
      cancelLabel="Keep it"
      danger
      onConfirm={decline}
    />
  )
}
