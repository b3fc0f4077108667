import { useState } from 'react'
import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ANSWER_RIGHT, reasonWords } from '../rules.ts'
import { disputeAnswered, disputesClient, type ShownDispute, saveEvidence } from './disputes-client.ts'

const STATUS: Record<ShownDispute['status'], { word: string; tone: 'warning' | 'neutral' | 'success' | 'danger' }> = {
  needs_response: { word: 'Needs an answer', tone: 'warning' },
  under_review: { word: 'The bank decides', tone: 'neutral' },
  won: { word: 'Won', tone: 'success' },
  lost: { word: 'Lost', tone: 'danger' },
  prevented: { word: 'Closed without a chargeback', tone: 'success' },
}

/** One dispute: amount, reason, deadline, blocked credits, and actions for staff. */
export function DisputeCard({ dispute, reference }: { dispute: ShownDispute; reference: string }) {
  const [asking, setAsking] = useState<'submit' | 'accept' | null>(null)
  const mayAnswer = useRight(ANSWER_RIGHT)
  const close = () => setAsking(null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="figure font-semibold text-lg">{formatMoney(toCents(dispute.amount))}</span>
        <Badge tone={STATUS[dispute.status].tone}>{STATUS[dispute.status].word}</Badge>
        <span className="text-muted">
          {dispute.isInquiry ? 'Dispute inquiry' : 'Chargeback'} of {formatMoment(new Date(dispute.openedAt))}
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

/** The effect of a dispute on the credits of its order, per tier. */
function CreditEffects({ dispute }: { dispute: ShownDispute }) {
  if (dispute.credits.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {dispute.credits.map(credit => (
        <li key={credit.tier}>
          {credit.tier}: {wordsOf(dispute, credit)}
        </li>
      ))}
    </ul>
  )
}

const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)
const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)

function wordsOf({ status }: ShownDispute, credit: ShownDispute['credits'][number]): string {
  const { owed, frozen, flagged, missing, taken } = credit
  if (status === 'lost') return `${taken} of ${credits(owed)} taken back${drawn(owed - taken)}`
  if (status === 'won' || status === 'prevented') return `${credits(frozen)} and ${entries(flagged)} free again`
  return `${credits(frozen)} blocked, ${entries(flagged)} flagged${drawn(missing)}`
}

const drawn = (count: number) => (count > 0 ? `, ${credits(count)} spent on entries that were drawn` : '')

type Props = { dispute: ShownDispute; reference: string; onClose: () => void }

/** Accepts a dispute, after a list of the consequences. */
function AcceptDisputeDialog({ dispute, reference, onClose }: Props) {
  const [reason, setReason] = useState('')
  async function accept() {
    const json = { reason: reasonIn(reason) }
    const answer = await call(disputesClient().admin.disputes[':id'].accept.$post({ param: { id: dispute.id }, json }))
    if (isProposed(answer)) await sayProposed(answer)
    else {
      await disputeAnswered(answer)
      toast.success('The dispute is accepted')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Accept the dispute of ${reference}`}
      description={
        dispute.isInquiry
          ? 'The dispute inquiry is closed. This cannot be undone.'
          : `The cardholder keeps ${formatMoney(toCents(dispute.amount))}. This cannot be undone.`
      }
      confirmLabel="Accept the dispute"
      busyLabel="Accepting..."
      danger
      typed={reference}
      onConfirm={accept}
    >
      {!dispute.isInquiry && (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {dispute.credits.map(({ tier, frozen, flagged }) => (
            <li key={tier}>
              {frozen + flagged} {tier} {frozen + flagged === 1 ? 'credit is' : 'credits are'} taken back
              {flagged > 0 && `; ${flagged} undrawn ${flagged === 1 ? 'entry is' : 'entries are'} removed`}
            </li>
          ))}
          <li>Goods that were not sent return to the shelf</li>
          <li>The dispute fee of {formatMoney(toCents(dispute.fees))} stays with the payment provider</li>
        </ul>
      )}
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** Submits the evidence to the bank. The bank takes evidence once, so the dialog asks for confirmation. */
function SubmitEvidenceDialog({ dispute, reference, onClose }: Props) {
  const [summary, setSummary] = useState('')
  const [problem, setProblem] = useState<string>()
  async function submit() {
    if (!summary.trim()) return setProblem('Please tell the bank why the payment is valid.')
    const param = { id: dispute.id }
    await disputeAnswered(
      await call(disputesClient().admin.disputes[':id'].evidence.$post({ param, json: { summary } })),
    )
    toast.success('The evidence is submitted')
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Submit evidence for ${reference}`}
      description="The bank gets the evidence PDF and your summary. It takes evidence once, so nothing can be added later."
      confirmLabel="Submit evidence"
      busyLabel="Submitting..."
      onConfirm={submit}
    >
      <TextAreaField
        label="Summary for the bank"
        hint="Why the payment is valid: what was bought, when it was sent, what the buyer wrote."
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
