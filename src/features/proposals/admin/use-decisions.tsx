import { useState } from 'react'
import { lazy } from '#ui/lazy.tsx'
import type { Proposal } from '../contract.ts'

const ConfirmDialog = lazy(async () => (await import('./proposal-dialogs.tsx')).ConfirmProposalDialog)
const RefuseDialog = lazy(async () => (await import('./proposal-dialogs.tsx')).RefuseProposalDialog)

type Decision = 'confirm' | 'refuse'
export type Decide = (what: Decision, proposal: Proposal) => void

/**
 * The dialog of a decision. It stands beside the cards, because a proposal that another person decides leaves the list, and a dialog of the
 * card would take the typed reason with it.
 */
export function useDecisions() {
  const [open, setOpen] = useState<{ what: Decision; proposal: Proposal } | null>(null)
  const onDecide: Decide = (what, proposal) => setOpen({ what, proposal })
  const Dialog = open?.what === 'confirm' ? ConfirmDialog : RefuseDialog
  const dialog = open && <Dialog proposal={open.proposal} onClose={() => setOpen(null)} />
  return { onDecide, dialog }
}
