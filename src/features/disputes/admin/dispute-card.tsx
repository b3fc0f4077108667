import { useState } from 'react'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { reasonWords } from '../rules.ts'
import { AcceptDisputeDialog } from './accept-dispute-dialog.tsx'
import { CreditEffects } from './credit-effects.tsx'
import { type ShownDispute, saveEvidence } from './disputes-client.ts'
import { SubmitEvidenceDialog } from './submit-evidence-dialog.tsx'

const STATUS: Record<ShownDispute['status'], { word: string; tone: 'warning' | 'neutral' | 'success' | 'danger' }> = {
  needs_response: { word: 'Needs an answer', tone: 'warning' },
  under_review: { word: 'The bank decides', tone: 'neutral' },
  won: { word: 'Won', tone: 'success' },
  lost: { word: 'Lost', tone: 'danger' },
  prevented: { word: 'Closed without a chargeback', tone: 'success' },
}

/** One dispute: amount, reason, deadline, frozen credits, and actions for staff. */
export function DisputeCard({ dispute, reference }: { dispute: ShownDispute; reference: string }) {
  const [asking, setAsking] = useState<'submit' | 'accept' | null>(null)
  const mayAnswer = useRight('orders.refund')
  const close = () => setAsking(null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="figure font-semibold text-lg">{formatMoney(toCents(dispute.amount))}</span>
        <Badge tone={STATUS[dispute.status].tone}>{STATUS[dispute.status].word}</Badge>
        <span className="text-muted">
          {dispute.isInquiry ? 'Inquiry' : 'Chargeback'} of {formatMoment(new Date(dispute.openedAt))}
        </span>
      </p>
      <p className="wrap-anywhere">Reason: {reasonWords(dispute.reason)}</p>
      {dispute.status === 'needs_response' && dispute.dueBy && (
        <p className="font-semibold">Evidence is due by {formatMoment(new Date(dispute.dueBy))}</p>
      )}
      <CreditEffects dispute={dispute} />
      <p className="text-muted wrap-anywhere">{factsOf(dispute).join(' · ')}</p>
      {mayAnswer && (
        <div className="flex flex-wrap gap-2">
          {dispute.actions.includes('submit') && (
            <Button size="sm" onClick={() => setAsking('submit')}>
              Submit evidence
            </Button>
          )}
          <SavePdfButton size="sm" save={() => saveEvidence(dispute, reference)}>
            Evidence (PDF)
          </SavePdfButton>
          {dispute.actions.includes('accept') && (
            <Button size="sm" variant="quiet" onClick={() => setAsking('accept')}>
              Accept the dispute
            </Button>
          )}
        </div>
      )}
      {asking === 'submit' && <SubmitEvidenceDialog dispute={dispute} reference={reference} onClose={close} />}
      {asking === 'accept' && <AcceptDisputeDialog dispute={dispute} reference={reference} onClose={close} />}
    </div>
  )
}

function factsOf({ taken, fees, answeredAt, answeredBy, closedAt, providerId }: ShownDispute): string[] {
  return [
    taken > 0 ? `taken by the bank: ${formatMoney(toCents(taken))}` : 'no money taken',
    fees > 0 ? `fee ${formatMoney(toCents(fees))}` : '',
    answeredAt ? `answered by ${answeredBy ?? 'staff'}, ${formatMoment(new Date(answeredAt))}` : '',
    closedAt ? `closed ${formatMoment(new Date(closedAt))}` : '',
    providerId,
  ].filter(Boolean)
}
