import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { classNames } from '#ui/class-names.ts'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { staffClient } from '../../order/admin/staff-client.ts'
import type { SpentCredits } from '../../order/money/contract.ts'
import type { RefundPreview } from '../contract.ts'

type RefundEffectsProps = {
  preview: RefundPreview | undefined
  /** A newer preview is loading. */
  isOld: boolean
}

/** Preview of a refund: amount by parts, credits by tier, giveaways where they were spent, and restocked pieces. */
export function RefundEffects({ preview, isOld }: RefundEffectsProps) {
  if (!preview) return <SkeletonText lines={6} />
  const { parts, credits, spentOn, restocked, takesTwoPersons } = preview
  return (
    <section
      aria-label="What it does"
      aria-busy={isOld || undefined}
      className={classNames(
        'flex flex-col gap-4 rounded-sm border border-line bg-raised p-4 text-sm',
        isOld && 'opacity-70',
      )}
    >
      <dl className="flex flex-col gap-1">
        <Amount name="Goods" dollars={parts.subtotal} />
        {parts.discount > 0 && <Amount name="Discount" dollars={-parts.discount} />}
        <Amount name="Merchant Platform Fee" dollars={parts.fee.amount} />
        {parts.shipping > 0 && <Amount name="Shipping" dollars={parts.shipping} />}
        <Amount name="Tax" dollars={parts.tax} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-2">
          <dt className="label">Paid back</dt>
          <dd className="figure font-semibold text-2xl">{formatMoney(toCents(parts.amount))}</dd>
        </div>
      </dl>
      {credits.length > 0 && <Credits credits={credits} />}
      {spentOn.length > 0 && <SpentOn spentOn={spentOn} />}
      {restocked > 0 && (
        <p>
          {restocked} {restocked === 1 ? 'piece goes' : 'pieces go'} back to the shelf.
        </p>
      )}
      {takesTwoPersons && <p className="font-semibold">A second person must confirm this.</p>}
    </section>
  )
}

const Amount = ({ name, dollars }: { name: string; dollars: number }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="tabular-nums">{formatMoney(toCents(dollars) || 0)}</dd>
  </div>
)

const COLUMN = 'label-sm border-line border-b pb-1 text-right text-muted'
const FIGURE = 'py-1 text-right tabular-nums'

/** Per tier: credits earned by these pieces, spent credits, and credits taken back under the chosen option. */
const Credits = ({ credits }: { credits: RefundPreview['credits'] }) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">Credits</caption>
    <thead>
      <tr>
        <th scope="col" className={classNames(COLUMN, 'text-left!')}>
          Credits
        </th>
        <th scope="col" className={COLUMN}>
          Earned
        </th>
        <th scope="col" className={COLUMN}>
          Spent
        </th>
        <th scope="col" className={COLUMN}>
          Taken back
        </th>
      </tr>
    </thead>
    <tbody>
      {credits.map(({ tier, earned, spent, takenBack, entriesRemoved }) => (
        <tr key={tier}>
          <th scope="row" className="py-1 text-left font-normal">
            <TierBadge tier={tier} plain />
          </th>
          <td className={FIGURE}>{earned}</td>
          <td className={classNames(FIGURE, spent > 0 && 'font-semibold text-warning')}>{spent}</td>
          <td className={classNames(FIGURE, 'font-semibold')}>
            {takenBack}
            {entriesRemoved > 0 && (
              <span className="block font-normal text-muted">
                {entriesRemoved} {entriesRemoved === 1 ? 'entry' : 'entries'} removed
              </span>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const SpentOn = ({ spentOn }: { spentOn: RefundPreview['spentOn'] }) => (
  <div>
    <h3 className="label-sm text-muted">Spent on</h3>
    <ul className="mt-1 flex flex-col gap-1">
      {spentOn.map(({ giveawayId, title, tier, entries, isOpen }) => (
        <li key={`${giveawayId} ${tier}`} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          <span className="text-muted">
            {entries} {entries === 1 ? 'entry' : 'entries'}, {isOpen ? 'open' : 'stays'}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

/** Staff's options for earned credits that were already spent. */
const CHOICES: readonly { value: SpentCredits; label: string; hint: string }[] = [
  { value: 'balance', label: 'Take back what is left', hint: 'Of the balance, and never below zero.' },
  {
    value: 'entries',
    label: 'Also remove entries',
    hint: 'Of giveaways that are still open and take one person, newest first, as many as it takes.',
  },
  { value: 'keep', label: 'Let it be', hint: 'The buyer keeps every credit.' },
]

type SpentCreditsChoiceProps = { value: SpentCredits; onChange: (value: SpentCredits) => void }

export function SpentCreditsChoice({ value, onChange }: SpentCreditsChoiceProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">Credits that it earned</legend>
      <div className="flex flex-col divide-y divide-line rounded-sm border border-line-strong">
        {CHOICES.map(choice => (
          <label key={choice.value} className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2">
            <input
              type="radio"
              name={group}
              value={choice.value}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              className="size-5 shrink-0"
            />
            <span>
              <span className="block font-semibold">{choice.label}</span>
              <span className="block text-muted text-sm">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export type RefundChoice = {
  lines?: { position: number; quantity: number }[]
  spentCredits: SpentCredits
  restock?: boolean
}

/** Debounce: repeated presses of a stepper cause one request. */
const SETTLED_MS = 200

/**
 * Fetches the preview of a refund while staff choose pieces. Until the new preview arrives, the previous one stays with `isOld` set.
 * @param choice null while no piece is chosen.
 */
export function useRefundPreview(orderId: string, choice: RefundChoice | null) {
  const asked = useDebouncedValue(JSON.stringify(choice), SETTLED_MS)
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['orders', orderId, 'refund-preview', asked],
    queryFn: () =>
      call(
        staffClient().admin.orders[':id'].refunds.preview.$post({
          param: { id: orderId },
          json: JSON.parse(asked) as RefundChoice,
        }),
      ),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const isOld = isPlaceholderData || isFetching || asked !== JSON.stringify(choice)
  return { preview: choice === null ? undefined : data, error, isOld }
}
