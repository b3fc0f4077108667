import { useSettings } from '#kernel/client/site.ts'
import { formatMoney } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { Drawer } from '#ui/overlays/drawer.tsx'
import { closeCart, openCart, useCart } from '../cart.ts'
import { cartCount, lineKeyOf } from '../cart-item.ts'
import { type CartTotals, totalsOf } from '../cart-totals.ts'
import { CartLine } from './cart-line.tsx'

/** The drawer with its lines and totals. Default export for lazy loading. */
export default function CartPanel({ open }: { open: boolean }) {
  const items = useCart()
  const { fee } = useSettings()
  const count = cartCount(items)
  return (
    <Drawer
      open={open}
      onOpenChange={next => (next ? openCart() : closeCart())}
      title={count > 0 ? `Your cart (${count})` : 'Your cart'}
      footer={count > 0 && <CartFooter totals={totalsOf(items, fee)} count={count} />}
    >
      {count === 0 ? (
        <EmptyState
          icon="cart"
          title="Your cart is empty"
          action={
            <ButtonLink to="/store" onClick={closeCart}>
              Go to the store
            </ButtonLink>
          }
        >
          Everything in the store earns credits for giveaways.
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {items.map(item => (
            <CartLine key={lineKeyOf(item)} item={item} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function CartFooter({ totals, count }: { totals: CartTotals; count: number }) {
  const { subtotal, fee, memberships, earned, isMixed } = totals
  return (
    <div className="flex flex-col gap-3">
      {isMixed && (
        <Notice kind="warning">
          Only the one-time items are charged at checkout. Please buy subscription items in a separate cart.
        </Notice>
      )}
      <dl className="flex flex-col gap-1 text-sm">
        {subtotal > 0 && (
          <>
            <Amount name="Subtotal" value={formatMoney(subtotal)} />
            <Amount name="Merchant Platform Fee" value={formatMoney(fee)} />
          </>
        )}
        {memberships > 0 && (
          <Amount name={isMixed ? 'Subscription, not charged now' : 'Subscription'} value={formatMoney(memberships)} />
        )}
        {earned.length > 0 && (
          <div className="flex items-center justify-between gap-4">
            <dt>You earn</dt>
            <dd className="flex flex-wrap justify-end gap-x-3 gap-y-1">
              {earned.map(({ tier, amount }) => (
                <span key={tier} className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
                  {amount} <TierBadge tier={tier} plain />
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <ButtonLink to="/checkout" wide size="lg" icon="arrow-right" onClick={closeCart}>
        Checkout {formatMoney(subtotal > 0 ? subtotal + fee : memberships)}
      </ButtonLink>
      <p className="text-center text-muted text-sm">
        {subtotal > 0 ? 'Tax and shipping are added at checkout.' : 'Cancel at any time.'}
      </p>
      <p role="status" className="sr-only">
        {count === 1 ? '1 item' : `${count} items`}, {formatMoney(subtotal > 0 ? subtotal + fee : memberships)}
      </p>
    </div>
  )
}

function Amount({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
