import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { ShownOrder } from './orders-client.ts'

type OrderLinesProps = {
  lines: ShownOrder['lines']
  /** True on the buyer's page after the delivery: each product offers a review. */
  isReviewable?: boolean
}

/** The order's lines with the names and prices of the time of purchase. */
export function OrderLines({ lines, isReviewable = false }: OrderLinesProps) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {lines.map(line => (
        <OrderLine key={line.variantId} line={line} isReviewable={isReviewable} />
      ))}
    </ul>
  )
}

function OrderLine({ line, isReviewable }: { line: ShownOrder['lines'][number]; isReviewable: boolean }) {
  const options = Object.values(line.options).join(', ')
  return (
    <li className="grid grid-cols-[5rem_1fr_auto] gap-x-5 py-5 first:pt-0">
      <Picture src={line.image} alt="" sizes="80px" className="self-start rounded-sm" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <Link to={`/product/${line.productId}`} className="font-semibold wrap-anywhere hover:underline">
          {line.name}
        </Link>
        <p className="text-muted text-sm">
          {options && `${options} · `}
          {line.quantity} × {formatMoney(toCents(line.salesPrice ?? line.price))}
          {line.salesPrice !== null && (
            <>
              {' '}
              <s>
                <span className="sr-only">instead of </span>
                {formatMoney(toCents(line.price))}
              </s>
            </>
          )}
        </p>
        {line.sku && <p className="text-muted text-sm wrap-anywhere">SKU {line.sku}</p>}
        {line.entries > 0 && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <TierIcon tier={line.tier} size={14} />
            {line.entries * line.quantity} {line.tier} {line.entries * line.quantity === 1 ? 'credit' : 'credits'}
          </p>
        )}
        {isReviewable && (
          <TextLink
            to={`/product/${line.productId}?review=write#reviews`}
            aria-label={`Review ${line.name}`}
            className="inline-flex min-h-11 items-center text-sm sm:min-h-0 print:hidden"
          >
            Write or edit a review
          </TextLink>
        )}
        {line.backordered > 0 && <Badge tone="warning">{line.backordered} sent later</Badge>}
        {line.refunded > 0 && (
          <Badge>
            {line.refunded === line.quantity ? 'Refunded' : `${line.refunded} of ${line.quantity} refunded`}
          </Badge>
        )}
      </div>
      <span className="text-right">
        <span className="figure font-semibold text-lg">{formatMoney(toCents(line.total))}</span>
        {line.discount > 0 && (
          <span className="block text-muted text-sm tabular-nums">
            <span className="sr-only">Discount </span>
            {formatMoney(toCents(-line.discount))}
          </span>
        )}
      </span>
    </li>
  )
}
