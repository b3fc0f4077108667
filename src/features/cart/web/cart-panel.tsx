import { useSettings, useShippingZones } from '#kernel/client/site.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { TierBadge, TierIcon } from '#ui/money/tier-badge.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Drawer } from '#ui/overlays/drawer.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { closeCart, openCart, setQuantity, useCart } from '../browser/cart.ts'
import { type CartItem, canBeBought, cartCount, lineKeyOf, MAX_QUANTITY } from '../cart-item.ts'
import { LinePrice, ProductPrice } from '../prices/product-price.tsx'
import { feeSavedOn } from '../prices/shown-price.ts'
import { type CartTotals, totalsOf } from '../rules.ts'
import { removeLine } from './remove-line.ts'

/** The drawer with its lines and totals. Default export for lazy loading. */
export default function CartPanel({ open }: { open: boolean }) {
  const items = useCart()
  const settings = useSettings()
  const count = cartCount(items)
  return (
    <Drawer
      open={open}
      onOpenChange={next => (next ? openCart() : closeCart())}
      title={count > 0 ? `Your cart (${count})` : 'Your cart'}
      footer={
        items.some(canBeBought) && (
          <CartFooter
            totals={totalsOf(items, settings.fee)}
            saved={feeSavedOn(items.filter(canBeBought), settings)}
            count={count}
          />
        )
      }
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

type CartFooterProps = { totals: CartTotals; saved: Cents; count: number }

function CartFooter({ totals, saved, count }: CartFooterProps) {
  const { subtotal, fee, memberships, earned, isMixed } = totals
  const { shipping } = useSettings()
  const hasZones = useShippingZones()
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
            <dt>Credits you earn</dt>
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
      {saved > 0 && (
        <p className="text-muted text-sm">
          One platform fee for the whole cart: {formatMoney(saved)} less than for each piece apart.
        </p>
      )}
      <ButtonLink to="/checkout" wide size="lg" icon="arrow-right" onClick={closeCart}>
        Checkout {formatMoney(subtotal > 0 ? subtotal + fee : memberships)}
      </ButtonLink>
      <p className="text-center text-muted text-sm">
        {subtotal > 0 ? addedLater(shipping.flatCents > 0 || hasZones) : 'Cancel at any time.'}
      </p>
      <p role="status" className="sr-only">
        {count === 1 ? '1 item' : `${count} items`}, {formatMoney(subtotal > 0 ? subtotal + fee : memberships)}
      </p>
    </div>
  )
}

const addedLater = (isPriced: boolean) =>
  isPriced ? 'Tax and shipping are added at checkout.' : 'Shipping is free. Tax is added at checkout.'

function Amount({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  )
}

function CartLine({ item }: { item: CartItem }) {
  const key = lineKeyOf(item)
  const options = Object.values(item.options ?? {}).join(', ')
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 py-5 first:pt-0">
      <Picture src={item.image} alt="" sizes="80px" className="row-span-2 self-start rounded-sm" />
      <div className="min-w-0">
        <Link to={`/product/${item.id}`} onClick={closeCart} className="block font-semibold hover:underline">
          {item.name}
        </Link>
        {options && <p className="text-muted text-sm">{options}</p>}
        <ProductPrice item={item} size="sm" />
        {item.entries > 0 && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <TierIcon tier={item.tier} size={14} />
            Earns {item.entries * item.quantity} {item.tier} {item.entries * item.quantity === 1 ? 'credit' : 'credits'}
          </p>
        )}
      </div>
      <IconButton icon="trash" size="md" label={`Remove ${item.name}`} onClick={() => removeLine(item)} />
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {!canBeBought(item) ? (
          <span className="text-sm text-warning">Cannot be bought right now. It is left out at checkout.</span>
        ) : item.isSubscription ? (
          <span className="text-muted text-sm">Billed every {item.interval}</span>
        ) : (
          <NumberStepper
            label={`Quantity of ${item.name}`}
            value={item.quantity}
            max={MAX_QUANTITY}
            onChange={quantity => setQuantity(key, quantity)}
          />
        )}
        {canBeBought(item) && item.quantity > 1 && <LinePrice item={item} quantity={item.quantity} />}
      </div>
      {item.left === item.quantity && (
        <p className="col-span-2 col-start-2 text-sm text-warning">Only {item.left} left.</p>
      )}
    </li>
  )
}
