import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Review } from '../contract.ts'
import { reviewsClient } from './reviews-client.ts'

const ConfirmDialog = lazy(async () => (await import('#ui/overlays/confirm-dialog.tsx')).ConfirmDialog)

/** Reports a review to staff; guests sign in first. */
export function ReportButton({ review }: { review: Review }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const label = `Report the review “${review.title}”`
  if (status !== 'signed-in')
    return (
      <TextLink
        to={`/login?next=${encodeURIComponent(`${pathname}#reviews`)}`}
        aria-label={label}
        className="text-muted text-sm"
      >
        Report
      </TextLink>
    )
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={label} className="-ml-2 text-muted" onClick={() => setOpen(true)}>
        Report
      </Button>
      {isOpen && <ReportDialog review={review} onClose={() => setOpen(false)} />}
    </>
  )
}

function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [reason, setReason] = useState('')
  async function report() {
    const json = { reason: reasonIn(reason) }
    const { message } = await call(reviewsClient.reviews[':id'].report.$post({ param: { id: review.id }, json }))
    toast.success(message)
    onClose()
  }
  return (
    <ConfirmDialog
      open
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
