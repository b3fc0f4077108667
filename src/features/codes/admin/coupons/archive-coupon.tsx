import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { codesChanged, codesClient, type ShownCoupon } from '../codes-admin-client.ts'

/** Archiving a code is final, so staff type its name. */
export function ArchiveCoupon({ coupon, onClose }: { coupon: ShownCoupon; onClose: () => void }) {
  async function archive() {
    await call(codesClient.codes[':id'].archive.$post({ param: { id: coupon.id } }))
    await codesChanged()
    toast.success(`${coupon.code} is archived`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Archive ${coupon.code}?`}
      description="It counts no more and cannot be brought back. Orders that used it keep it, and its name may be given to another code."
      confirmLabel="Archive code"
      busyLabel="Archiving..."
      danger
      typed={coupon.code}
      onConfirm={archive}
    />
  )
}
