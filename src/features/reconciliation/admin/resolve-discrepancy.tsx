import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Discrepancy } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'
import { DiscrepancyFact } from './discrepancy-card.tsx'
import { discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'

/** Closes a discrepancy with a note. No money and no credits move. */
export function ResolveDiscrepancy({ discrepancy, onClose }: { discrepancy: Discrepancy; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const { title, advice } = DISCREPANCY_TEXTS[discrepancy.kind]

  async function resolve() {
    if (!note.trim()) return setProblem('Please say how it was resolved')
    const param = { id: discrepancy.id }
    await call(reconciliationClient().admin.discrepancies[':id'].resolve.$post({ param, json: { note: note.trim() } }))
    await discrepanciesChanged()
    toast.success('Discrepancy resolved')
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Resolve “${title}”?`}
      description="It leaves the list, and is asked about again only if what either side says changes. No money and no credits move."
      confirmLabel="Resolve"
      busyLabel="Resolving..."
      onConfirm={resolve}
    >
      <dl className="grid grid-cols-2 gap-x-6 rounded-sm border border-line bg-raised p-4 text-sm">
        <DiscrepancyFact name="Our books">{discrepancy.ours}</DiscrepancyFact>
        <DiscrepancyFact name="The provider">{discrepancy.theirs}</DiscrepancyFact>
      </dl>
      <p>{advice}</p>
      <TextAreaField
        label="How it was resolved"
        required
        rows={2}
        error={problem}
        maxLength={500}
        value={note}
        onChange={event => {
          setNote(event.target.value)
          setProblem(undefined)
        }}
      />
    </ConfirmDialog>
  )
}
