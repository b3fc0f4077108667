import { setQuantity, useCart } from '#features/cart/browser/cart.ts'
import { type CartItem, lineKeyOf, MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { removeLine } from '#features/cart/web/remove-line.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { NumberStepper } from '#ui/forms/choice/number-stepper.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { ShownQuote } from '../../order/web/orders-client.ts'
import { isLineOf } from './use-quote.ts'

/** A charged line: its quantity can be changed, and it can be removed. */
export function SummaryLine({ line }: { line: ShownQuote['lines'][number] }) {
  // The quote shows a removed line until the next one has arrived.
  const item = useCart().find(other => isLineOf(line, other))
  const options = Object.values(line.options).join(', ')
  const credits = line.entries * line.quantity
  return (
    <li className="grid grid-cols-[4rem_1fr_auto] gap-x-4 gap-y-3 py-4">
      <Picture src={line.image} alt="" sizes="64px" className="self-start rounded-sm" />
      <div className="min-w-0">
        <p className="font-semibold">{line.name}</p>
        <p className="text-muted text-sm">
          {options && `${options} · `}
          {line.quantity} × {formatMoney(toCents(line.salesPrice ?? line.price))}
        </p>
        {line.entries > 0 && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <TierIcon tier={line.tier} size={14} />
            Earns {credits} {line.tier} {credits === 1 ? 'credit' : 'credits'}
          </p>
        )}
      </div>
      <span className="figure font-semibold text-lg">{formatMoney(toCents(line.total))}</span>
      {item && (
        <div className="col-span-3 flex items-center justify-between gap-4">
          {item.isSubscription ? (
            <span className="text-muted text-sm">Billed every {item.interval}</span>
          ) : (
            <NumberStepper
              label={`Quantity of ${line.name}`}
              value={item.quantity}
              max={MAX_QUANTITY}
              onChange={quantity => setQuantity(lineKeyOf(item), quantity)}
            />
          )}
          <RemoveButton item={item} />
        </div>
      )}
    </li>
  )
}

/** A line of the cart that cannot be bought. The notice above says why. */
export const LeftOutLine = ({ item }: { item: CartItem }) => (
  <li className="grid grid-cols-[4rem_1fr_auto] items-center gap-x-4 py-4">
    <Picture src={item.image} alt="" sizes="64px" className="rounded-sm opacity-50" />
    <p className="min-w-0">
      <span className="block font-semibold">{item.name}</span>
      <span className="text-sm text-warning">Left out</span>
    </p>
    <RemoveButton item={item} />
  </li>
)

const RemoveButton = ({ item }: { item: CartItem }) => (
  <IconButton icon="trash" size="md" label={`Remove ${item.name}`} onClick={() => removeLine(item)} />
)
