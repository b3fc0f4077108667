import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import type { CardReceipt } from '../contract.ts'
import { cardsAdminClient } from './cards-admin-client.ts'
import { PrintDialog } from './print-dialog.tsx'

/** The receipt of a sender without an e-mail address, as a slip for the post. */
export function SlipDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const slip = useQuery({
    queryKey: ['card-receipt', number],
    queryFn: () => call(cardsAdminClient().admin.cards[':number'].receipt.$get({ param: { number: String(number) } })),
    // It holds the sender's secret, so that it is not kept after the dialog.
    gcTime: 0,
  })
  return (
    <PrintDialog title={`Receipt of card ${number}`} query={slip} onClose={onClose}>
      {receipt => <Slip receipt={receipt} />}
    </PrintDialog>
  )
}

function Slip({
  receipt: { cardNumber, slotNumber, receivedOn, giveaway, sender, receipt, holderSecret, nonce },
}: {
  receipt: CardReceipt
}) {
  return (
    <article data-slip className="flex flex-col gap-4 text-sm">
      <address className="whitespace-pre-line not-italic">
        {sender.name}
        {sender.address && `\n${sender.address}`}
      </address>
      <p>
        We received your card on {dayInWords(receivedOn)}. It is card {cardNumber} of our register, and number{' '}
        {slotNumber} in the draw of {giveaway.title}, with the same chance as an entry made with a credit.
      </p>
      <p className="wrap-anywhere">
        Keep this slip. The receipt is signed, and proves that your entry is on the list. How to check it, and the
        result: {giveaway.url}
      </p>
      <pre className="whitespace-pre-wrap rounded-sm border border-line p-3 text-xs wrap-anywhere">{receipt}</pre>
      <dl className="grid gap-1 text-xs wrap-anywhere">
        <dt className="text-muted">Secret of your entry. Show it only to prove that the entry is yours.</dt>
        <dd className="font-mono">{holderSecret}</dd>
        <dt className="text-muted">Nonce of its mark</dt>
        <dd className="font-mono">{nonce}</dd>
      </dl>
    </article>
  )
}
