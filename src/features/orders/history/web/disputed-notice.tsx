import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { ShownOrder } from './orders-client.ts'

/** Tells the buyer about a dispute in calm words, because the buyer or their bank may have opened it. */
export function DisputedNotice({ order: { dispute } }: { order: ShownOrder }) {
  if (dispute === null) return null
  return (
    <div className="mb-10 print:hidden">
      {dispute === 'open' ? (
        <Notice title="The payment of this order is disputed">
          <p>
            Your bank told us that this payment is disputed. Until the bank decides, the order is not sent, its unspent
            credits are frozen, and your newest undrawn entries stand in for credits that are spent already. If the
            payment stands, everything goes on as before.
          </p>
          <p className="mt-2">
            Not what you wanted? Ask your bank to withdraw the dispute, or{' '}
            <TextLink to="/support">write to us</TextLink>. The{' '}
            <TextLink to="/legal#sweepstakes">sweepstakes rules</TextLink> say what happens to entries.
          </p>
        </Notice>
      ) : (
        <Notice title="The bank returned this payment">
          <p>
            The bank decided the dispute and returned the payment. The credits that the order earned were taken back,
            and entries in giveaways that were not drawn yet were removed. Entries that were drawn already stay.
          </p>
        </Notice>
      )}
    </div>
  )
}
