import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { disputeAnswered, disputesClient, type ShownDispute } from './disputes-client.ts'

type Props = { dispute: ShownDispute; reference: string; onClose: () => void }

/** Accepts a dispute, after a list of the consequences. */
export function AcceptDisputeDialog({ dispute, reference, onClose }: Props) {
  async function accept() {
    await disputeAnswered(
      await call(disputesClient().admin.disputes[':id'].accept.$post({ param: { id: dispute.id } })),
    )
    toast.success('The dispute is accepted')
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Accept the dispute of ${reference}`}
      description={
        dispute.isInquiry
          ? 'The inquiry is closed. This cannot be undone.'
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
    </ConfirmDialog>
  )
}
