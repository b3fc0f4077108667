import { useId, useState } from 'react'
import { useCart } from '#features/cart/browser/cart.ts'
import { lineKeyOf } from '#features/cart/cart-item.ts'
import { type PriceRules, priceChangeInWords } from '#features/cart/prices/shown-price.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { classNames } from '#ui/class-names.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { ShownQuote } from '../../order/web/orders-client.ts'
import { EarnedCredits, PriceParts } from '../../order/web/price-parts.tsx'
import { LeftOutLine, SummaryLine } from './summary-line.tsx'
import { leftOutIn, type PriceChange, type useQuote } from './use-quote.ts'

type Props = Pick<ReturnType<typeof useQuote>, 'quote' | 'changes' | 'reduced'> & { busy: boolean }

/**
 * Items, credits and price of the order, as quoted by the server. On phones the items and the parts of the price fold away, and the total
 * stays in sight.
 */
export function OrderSummary({ quote, changes, reduced, busy }: Props) {
  const leftOut = useCart().flatMap(item => (quote && leftOutIn(quote, item) ? [item] : []))
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // What asks for a decision is never folded away.
  const isFoldable = leftOut.length === 0 && changes.length === 0 && reduced.length === 0
  return (
    <Card className="gap-5 p-5 sm:p-6">
      <h2 className="text-2xl">
        <span className={classNames(isFoldable && 'max-lg:hidden')}>Order details</span>
        {isFoldable && <FoldButton quote={quote} isOpen={isOpen} controls={id} onPress={() => setOpen(!isOpen)} />}
      </h2>
      {quote && <Notices quote={quote} changes={changes} reduced={reduced} />}
      {quote && hasTotal(quote) && (
        <p role="status" className="sr-only">
          Total {formatMoney(toCents(quote.total))}
        </p>
      )}
      <div
        id={id}
        aria-busy={busy}
        className={classNames('flex flex-col gap-5', isFoldable && !isOpen && 'max-lg:hidden')}
      >
        {quote ? (
          <>
            <ul className="flex flex-col divide-y divide-line border-line border-y">
              {quote.lines.map(line => (
                <SummaryLine key={line.variantId} line={line} />
              ))}
              {leftOut.map(item => (
                <LeftOutLine key={lineKeyOf(item)} item={item} />
              ))}
            </ul>
            {hasTotal(quote) && <Amounts quote={quote} />}
          </>
        ) : (
          <Waiting />
        )}
      </div>
    </Card>
  )
}

type FoldButtonProps = { quote: ShownQuote | undefined; isOpen: boolean; controls: string; onPress: () => void }

/** The heading of the phone's summary, with the total. */
const FoldButton = ({ quote, isOpen, controls, onPress }: FoldButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onPress}
    className="-my-2 flex min-h-11 w-full items-center justify-between gap-3 text-left lg:hidden"
  >
    <span className="flex items-center gap-2">
      Order details
      <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={20} />
    </span>
    {quote && hasTotal(quote) && (
      <span className="figure">
        {formatMoney(toCents(quote.total))} {perOf(quote)}
      </span>
    )}
  </button>
)

function Amounts({ quote }: { quote: ShownQuote }) {
  return (
    <>
      <h2 className="text-xl">Order summary</h2>
      <PriceParts price={quote} per={perOf(quote)} />
      <Earned quote={quote} />
    </>
  )
}

/** Placeholder with the summary's height. */
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

/** False for an order that no method sends: a sum without its shipping would read as the price. A notice says why. */
export const hasTotal = ({ lines, notices }: ShownQuote): boolean =>
  lines.length > 0 && notices.every(({ code }) => code !== 'not_shipped')

/** The billing suffix: a membership is charged again at each interval. */
export function perOf(quote: ShownQuote): string | undefined {
  if (quote.mode === 'payment') return undefined
  return quote.interval === 'year' ? '/ year' : '/ month'
}

type NoticesProps = { quote: ShownQuote } & Pick<Props, 'changes' | 'reduced'>

function Notices({ quote, changes, reduced }: NoticesProps) {
  const settings = useSettings()
  // The code field shows the reason for a refused code.
  const shown = [...quote.notices.filter(({ code }) => code !== 'code_refused'), ...reduced]
  const once = [...new Map(shown.map(notice => [notice.message, notice])).values()]
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
      {once.map(({ code, message }) => (
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

function Earned({ quote }: { quote: ShownQuote }) {
  if (Object.values(quote.entries).every(amount => amount === 0)) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <h3 className="label-sm text-muted">Credits you earn</h3>
      <EarnedCredits entries={quote.entries} />
    </div>
  )
}
