import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ANSWER_LENGTH } from '../rules.ts'
import type { StaffReview } from './contract.ts'
import { reviewsAdminClient, staffReviewsChanged } from './reviews-admin-client.ts'

type DialogProps = { review: StaffReview; onClose: () => void }

/** Keeps a review off the page. Its writer reads the reason. */
export function RejectDialog({ review: { id, version, title }, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  async function reject() {
    const json = { version, reason: reasonIn(reason) }
    await call(reviewsAdminClient[':id'].reject.$post({ param: { id }, json }))
    await staffReviewsChanged()
    toast.success('The review is rejected')
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Reject “${title}”?`}
      description="It is not shown. Reject words that break the rules, never a bad opinion: few stars are no reason."
      confirmLabel="Reject review"
      busyLabel="Rejecting..."
      danger
      onConfirm={reject}
    >
      <ReasonField label="Reason for the writer" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** The shop's public answer below a review; an empty one removes it. */
export function AnswerDialog({ review: { id, title, answer }, onClose }: DialogProps) {
  const [text, setText] = useState(answer?.text ?? '')
  async function save() {
    const param = { id }
    const route = reviewsAdminClient[':id'].answer
    if (text.trim() === '' && answer) await call(route.$delete({ param }))
    else await call(route.$put({ param, json: { answer: text } }))
    await staffReviewsChanged()
    toast.success(text.trim() === '' ? 'The answer is removed' : 'The answer is saved')
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Answer “${title}”`}
      description="Everyone reads the answer below the review, in the name of the shop."
      confirmLabel="Save answer"
      busyLabel="Saving..."
      onConfirm={save}
    >
      <TextAreaField
        label="Answer"
        hint={answer ? 'An empty answer is removed.' : undefined}
        rows={4}
        maxLength={ANSWER_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ConfirmDialog>
  )
}
