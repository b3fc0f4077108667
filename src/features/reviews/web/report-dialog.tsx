import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Review } from '../contract.ts'
import { reviewsClient } from './reviews-client.ts'

/** Asks why a review should be checked by staff. Loads when it opens, because the product page works without dialogs. */
export function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [reason, setReason] = useState('')
  async function report() {
    const json = { reason: reasonIn(reason) }
    const { message } = await call(reviewsClient.reviews[':id'].report.$post({ param: { id: review.id }, json }))
    toast.success(message)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Report this review?"
      description="Tell us about insults, private data, advertising, or words that are not about the product."
      confirmLabel="Report review"
      busyLabel="Reporting..."
      onConfirm={report}
    >
      <ReasonField label="What is wrong with it?" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
