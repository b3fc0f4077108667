import { useState } from 'react'
import { call } from '#platform/client/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { toast } from '#ui/toast.ts'
import type { Discrepancy } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'
import { discrepanciesChanged, reconciliationClient } from './reconciliation-client.ts'

/** Asks how a disagreement was settled. Nothing but the note is written: no money and no credits move. */
export function ResolveDiscrepancy({ discrepancy, onClose }: { discrepancy: Discrepancy; onClose: () => void }) {
  const [note, setNote] = useState('')
  const { title, advice } = DISCREPANCY_TEXTS[discrepancy.kind]

  async function resolve() {
    if (!note.trim()) throw new Error('Please say how it was resolved')
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
      <p className="text-sm">{advice}</p>
      <TextAreaField
        label="How it was resolved"
        aria-required
        maxLength={500}
        value={note}
        onChange={event => setNote(event.target.value)}
      />
    </ConfirmDialog>
  )
}
