import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { Proposal } from '../contract.ts'
import { ProposalFacts } from './proposal-facts.tsx'
import { proposalsChanged, proposalsClient } from './proposals-client.ts'

type DialogProps = { proposal: Proposal; onClose: () => void }

/** Confirms a proposal. Every list is refetched, because the act may change any of them. */
export function ConfirmProposalDialog({ proposal, onClose }: DialogProps) {
  const { id, title, subject, facts, by, reason } = proposal
  async function confirm() {
    try {
      await reauthenticated(() => call(proposalsClient()[':id'].confirm.$post({ param: { id }, json: {} })))
    } catch (error) {
      void proposalsChanged()
      throw error
    }
    await queryClient.invalidateQueries()
    toast.success(`Confirmed: ${title}`)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`${title}?`}
      description={`${subject.label}. It happens at once, under your name and that of ${by ?? 'a former member of staff'}.`}
      confirmLabel="Confirm"
      busyLabel="Confirming..."
      danger
      onConfirm={confirm}
    >
      <ProposalFacts facts={facts} />
      <p className="wrap-anywhere text-sm">{withFullStop(reason)}</p>
    </ConfirmDialog>
  )
}

/** Refuses a proposal. The proposer can read the reason. */
export function RefuseProposalDialog({ proposal: { id, title, subject }, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  async function refuse() {
    const json = { reason: reasonIn(reason) }
    await call(proposalsClient()[':id'].refuse.$post({ param: { id }, json })).finally(proposalsChanged)
    toast.success('The proposal is refused')
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Refuse the proposal?"
      description={`${title}: ${withFullStop(subject.label)} Nothing changes then.`}
      confirmLabel="Refuse"
      busyLabel="Saving..."
      onConfirm={refuse}
    >
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
