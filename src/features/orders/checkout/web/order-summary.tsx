import { useCart } from '#features/cart/cart.ts'
import { lineKeyOf } from '#features/cart/cart-item.ts'
import { type PriceRules, priceChangeInWords } from '#features/cart/prices/shown-price.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { ShownQuote } from '../../history/web/orders-client.ts'
import { EarnedCredits, PriceParts } from './price-parts.tsx'
import type { PriceChange } from './use-quote.ts'

type Props = { quote: ShownQuote | undefined; changes: readonly PriceChange[]; busy: boolean }

/** Items, credits and price of the order, as quoted by the server. */
export function OrderSummary({ quote, changes, busy }: Props) {
  return (
    <Card className="gap-5 p-5 sm:p-6">
      <h2 className="text-2xl">Order details</h2>
      {quote ? (
        <div className="flex flex-col gap-5" aria-busy={busy}>
          <Notices quote={quote} changes={changes} />
          <ul className="flex flex-col divide-y divide-line border-line border-y">
            {quote.lines.map(line => (
              <SummaryLine key={line.variantId} line={line} />
            ))}
          </ul>
          <h2 className="text-xl">Order summary</h2>
          <PriceParts price={quote} per={perOf(quote)} />
          <p role="status" className="sr-only">
            Total {formatMoney(toCents(quote.total))}
          </p>
          <Earned quote={quote} />
        </div>
      ) : (
        <Waiting />
      )}
    </Card>
  )
}

/** Placeholder with the summary's height, so that on phones nothing below moves when the answer arrives. */
const Waiting = () => (
  <>
    <div className="flex flex-col gap-2">
      {useCart().map(item => (
        <Skeleton key={lineKeyOf(item)} className="h-29 lg:h-24" />
      ))}
    </div>
    <h2 className="text-xl">Order summary</h2>
    <Skeleton className="h-55" />
    <Skeleton className="h-11" />
  </>
)

/** The billing suffix: a membership is charged again at each interval. */
export function perOf(quote: ShownQuote): string | undefined {
  if (quote.mode === 'payment') return undefined
  return quote.interval === 'year' ? '/ year' : '/ month'
}

function Notices({ quote, changes }: { quote: ShownQuote; changes: readonly PriceChange[] }) {
  const settings = useSettings()
  return (
    <>
      {changes.length > 0 && (
        <Notice kind="warning" title="Prices have changed. Please check the new total before you pay." live>
          <ul>
            {changes.map(({ name, ...change }) => (
              <li key={name}>
                {name}: {changeInWords(change, settings)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {/* The code field shows the reason for a refused code. */}
      {quote.notices
        .filter(({ code }) => code !== 'code_refused')
        .map(({ code, message }) => (
          <Notice key={message} kind={code === 'mixed_cart' ? 'info' : 'warning'} live>
            {message}
          </Notice>
        ))}
    </>
  )
}

function changeInWords({ before, now, isPiece }: Omit<PriceChange, 'name'>, rules: PriceRules): string {
  const priced = (price: number) => ({ price, salesPrice: null, isSubscription: !isPiece })
  return priceChangeInWords(priced(before), priced(now), rules)
}

function SummaryLine({ line }: { line: ShownQuote['lines'][number] }) {
  const options = Object.values(line.options).join(', ')
  return (
    <li className="grid grid-cols-[4rem_1fr_auto] gap-x-4 py-4">
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
            {line.entries * line.quantity} giveaway {line.entries * line.quantity === 1 ? 'entry' : 'entries'} (
            {line.tier})
          </p>
        )}
      </div>
      <span className="figure font-semibold text-lg">{formatMoney(toCents(line.total))}</span>
    </li>
  )
}

function Earned({ quote }: { quote: ShownQuote }) {
  if (Object.values(quote.entries).every(amount => amount === 0)) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <h3 className="label-sm text-muted">Credits you earn</h3>
      <EarnedCredits entries={quote.entries} />
    </div>
  )
}
