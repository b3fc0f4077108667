import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { disputeAnswered, disputesClient, type ShownDispute } from './disputes-client.ts'

type Props = { dispute: ShownDispute; reference: string; onClose: () => void }

/** Submits the evidence to the bank. The bank takes evidence once, so the dialog asks for confirmation. */
export function SubmitEvidenceDialog({ dispute, reference, onClose }: Props) {
  const [summary, setSummary] = useState('')
  const [problem, setProblem] = useState<string>()
  async function submit() {
    if (!summary.trim()) return setProblem('Please write to the bank why the payment is good.')
    const param = { id: dispute.id }
    await disputeAnswered(
      await call(disputesClient().admin.disputes[':id'].evidence.$post({ param, json: { summary } })),
    )
    toast.success('The evidence is submitted')
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Submit evidence for ${reference}`}
      description="The bank gets the evidence PDF and your summary. It takes evidence once, so nothing can be added later."
      confirmLabel="Submit evidence"
      busyLabel="Submitting..."
      onConfirm={submit}
    >
      <TextAreaField
        label="Summary for the bank"
        hint="Why the payment is good: what was bought, when it was sent, what the buyer wrote."
        required
        rows={6}
        error={problem}
        maxLength={2000}
        value={summary}
        onChange={({ target }) => {
          setSummary(target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
