import { Link } from 'react-router'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { Price } from '#ui/money/price.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { cart, closeCart, removeFromCart, setQuantity } from '../cart.ts'
import { type CartItem, lineKeyOf, MAX_QUANTITY, unitPriceOf } from '../cart-item.ts'

/** One line of the cart: product, quantity, price, credits and the remove button. */
export function CartLine({ item }: { item: CartItem }) {
  const key = lineKeyOf(item)
  const options = Object.values(item.options ?? {}).join(', ')
  const per = item.isSubscription ? `/ ${item.interval}` : undefined
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-4 gap-y-3 py-5 first:pt-0">
      <Picture src={item.image} alt="" sizes="80px" className="row-span-2 self-start rounded-sm" />
      <div className="min-w-0">
        <Link to={`/product/${item.id}`} onClick={closeCart} className="block font-semibold hover:underline">
          {item.name}
        </Link>
        {options && <p className="text-muted text-sm">{options}</p>}
        <Price size="sm" cents={toCents(unitPriceOf(item))} originalCents={toCents(item.price)} {...(per && { per })} />
        {item.entries > 0 && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <TierIcon tier={item.tier} size={14} />
            Earns {item.entries * item.quantity} {item.tier} {item.entries * item.quantity === 1 ? 'credit' : 'credits'}
          </p>
        )}
      </div>
      <IconButton icon="trash" size="md" label={`Remove ${item.name}`} onClick={() => remove(item)} />
      <div className="col-span-2 flex items-center justify-between gap-4">
        {item.isSubscription ? (
          <span className="text-muted text-sm">Billed every {item.interval}</span>
        ) : (
          <NumberStepper
            label={`Quantity of ${item.name}`}
            value={item.quantity}
            max={MAX_QUANTITY}
            onChange={quantity => setQuantity(key, quantity)}
          />
        )}
        <span className="figure font-semibold text-lg">{formatMoney(toCents(unitPriceOf(item)) * item.quantity)}</span>
      </div>
    </li>
  )
}

/** Removes the line at once; the toast offers to undo. */
function remove(item: CartItem) {
  const at = cart.read().findIndex(line => lineKeyOf(line) === lineKeyOf(item))
  removeFromCart(lineKeyOf(item))
  toast(`${item.name} was removed`, { action: { label: 'Undo', onClick: () => cart.insert(item, at) } })
}
