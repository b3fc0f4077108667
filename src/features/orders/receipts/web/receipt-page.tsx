import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MetaFunction, useParams } from 'react-router'
import { RequireUser } from '#features/identity/sign-in/web/require-user.tsx'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { receiptClient, SaveReceiptButton, type ShownReceipt } from './save-receipt-button.tsx'

export const meta: MetaFunction = ({ matches, params }) =>
  pageMeta(
    {
      title: 'Receipt',
      description: 'The receipt of an order.',
      path: `/orders/${params.orderId}/receipt`,
      noindex: true,
    },
    matches,
  )

/** `/orders/{orderId}/receipt`: a receipt to print or save. */
export default function ReceiptPage() {
  return (
    <RequireUser>
      <div className="page-width max-w-4xl pt-6 pb-20 print:max-w-none print:p-0">
        <ReceiptOf id={useParams().orderId ?? ''} />
      </div>
    </RequireUser>
  )
}

function ReceiptOf({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', id, 'receipt'],
    queryFn: () => call(receiptClient.orders[':id'].receipt.$get({ param: { id } })),
  })
  if (!data && error) {
    return (
      <div className="py-10">
        <h1 className="sr-only">Receipt</h1>
        {error instanceof ApiError && error.code === 'receipt_not_yet' ? (
          <EmptyState
            icon="info"
            title={error.message}
            action={<ButtonLink to={`/orders/${id}`}>Back to the order</ButtonLink>}
          />
        ) : (
          <FailedState query={{ error, isFetching, refetch }} />
        )}
      </div>
    )
  }
  if (!data) return <SkeletonText lines={12} className="py-10" />
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <ButtonLink
          to={`/orders/${id}`}
          variant="quiet"
          icon="chevron-left"
          className="mr-auto max-sm:basis-full max-sm:justify-start"
        >
          Order
        </ButtonLink>
        <Button onClick={() => window.print()}>Print</Button>
        <SaveReceiptButton id={id} reference={data.number} />
      </div>
      <ReceiptSheet receipt={data} />
    </>
  )
}

/** A receipt for screen and print: dark on white. A page break never splits a line of goods. */
function ReceiptSheet({ receipt }: { receipt: ShownReceipt }) {
  const { number, seller, buyer, shipTo, facts, credits } = receipt
  return (
    <article
      aria-labelledby="receipt"
      className="border border-line bg-raised p-5 sm:p-10 print:border-0 print:bg-transparent print:p-0"
    >
      <Wordmark />
      <h1 id="receipt" className="mt-6 mb-5 text-3xl print:text-2xl">
        Receipt {number}
      </h1>
      <div className="grid gap-x-6 gap-y-5 text-sm sm:grid-cols-3 print:grid-cols-3">
        <Block title="Sold by" lines={seller} />
        <Block title="Buyer" lines={buyer} />
        {shipTo.length > 0 && <Block title="Ship to" lines={shipTo} />}
      </div>
      <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 text-sm">
        {facts.map(fact => (
          <Fact key={fact.name} {...fact} />
        ))}
      </dl>
      <Goods lines={receipt.lines} />
      <Sums receipt={receipt} />
      {credits.length > 0 && (
        <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 text-sm">
          {credits.map(credit => (
            <Fact key={credit.name} {...credit} />
          ))}
        </dl>
      )}
    </article>
  )
}

const Block = ({ title, lines }: { title: string; lines: string[] }) => (
  <section className="min-w-0">
    <h2 className="label-sm mb-1 text-muted">{title}</h2>
    {lines.map(line => (
      <p key={line}>{line}</p>
    ))}
  </section>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="label-sm text-muted">{name}</dt>
    <dd>{value}</dd>
  </div>
)

const HEAD = 'label-sm border-ink border-b pb-2 text-muted'

/** The table head repeats on each printed page. On phones unit price and quantity stand below the name. */
function Goods({ lines }: { lines: ShownReceipt['lines'] }) {
  return (
    <table className="mt-7 w-full border-collapse text-sm">
      <caption className="sr-only">Items</caption>
      <thead>
        <tr>
          <th scope="col" className={classNames(HEAD, 'text-left')}>
            Item
          </th>
          <th scope="col" className={classNames(HEAD, WIDE, 'text-right')}>
            Unit price
          </th>
          <th scope="col" className={classNames(HEAD, WIDE, 'text-right')}>
            Quantity
          </th>
          <th scope="col" className={classNames(HEAD, 'text-right')}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes its order, and two lines may read alike.
          <Line key={at} line={line} />
        ))}
      </tbody>
    </table>
  )
}

const WIDE = 'max-sm:hidden print:table-cell'

function Line({
  line: { name, notes, quantity, unit, was, amount, discount },
}: {
  line: ShownReceipt['lines'][number]
}) {
  return (
    <tr className="break-inside-avoid align-top">
      <LineCell>
        <span className="font-semibold wrap-anywhere">{name}</span>
        {notes.length > 0 && <Under>{notes.join(' · ')}</Under>}
        <Under className="tabular-nums sm:hidden print:hidden">
          {quantity} × {unit}
          {was && `, was ${was}`}
        </Under>
      </LineCell>
      <LineCell className={classNames(WIDE, 'text-right')}>
        {unit}
        {was && <Under>was {was}</Under>}
      </LineCell>
      <LineCell className={classNames(WIDE, 'text-right')}>{quantity}</LineCell>
      <LineCell className="whitespace-nowrap text-right">
        {amount}
        {discount && <Under>discount {discount}</Under>}
      </LineCell>
    </tr>
  )
}

const LineCell = ({ className, children }: { className?: string; children: ReactNode }) => (
  <td className={classNames('border-line border-b py-2.5 pl-4 tabular-nums first:pl-0', className)}>{children}</td>
)

const Under = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={classNames('block text-muted text-xs', className)}>{children}</span>
)

function Sums({ receipt: { parts, total, refunds, kept } }: { receipt: ShownReceipt }) {
  return (
    <dl className="mt-5 ml-auto flex max-w-sm break-inside-avoid flex-col gap-1 text-sm">
      {parts.map(part => (
        <Sum key={part.name} {...part} />
      ))}
      <div className="my-1 flex items-baseline justify-between gap-6 border-ink border-t pt-2">
        <dt className="label">Total</dt>
        <dd className="figure font-semibold text-2xl">{total}</dd>
      </div>
      {refunds.map((refund, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of the same minute read alike.
        <Sum key={at} {...refund} />
      ))}
      {kept && <Sum name="Paid after refunds" amount={kept} strong />}
    </dl>
  )
}

const Sum = ({ name, amount, strong }: { name: string; amount: string; strong?: boolean }) => (
  <div className={classNames('flex items-baseline justify-between gap-6', strong && 'font-semibold')}>
    <dt className={strong ? undefined : 'text-muted'}>{name}</dt>
    <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
  </div>
)
