import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import type { ShownDetail } from '../codes-admin-client.ts'
import { FIELD_NAMES } from './coupon-draft.ts'
import { discountText } from './coupon-words.ts'

const WORDS: Record<ShownDetail['events'][number]['kind'], string> = {
  created: 'Made',
  changed: 'Changed',
  paused: 'Paused',
  resumed: 'Resumed',
  archived: 'Archived',
}

/** Staff actions on a coupon, from its history. */
export function CouponHistory({ events }: Pick<ShownDetail, 'events'>) {
  return (
    <section aria-labelledby="coupon-history">
      <h3 id="coupon-history" className="label mb-2 border-line border-b pb-2 text-muted">
        History
      </h3>
      <ol className="flex flex-col divide-y divide-line text-sm">
        {events.map(({ kind, by, at, changes }) => (
          <li key={`${at} ${kind}`} className="flex flex-col gap-1 py-2.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                <span className="font-semibold">{WORDS[kind]}</span> by {by ?? 'the shop'}
              </span>
              <span className="text-muted">{formatMoment(new Date(at))}</span>
            </span>
            {kind === 'changed' &&
              Object.entries(changes).map(([field, { before, after }]) => (
                <span key={field} className="break-words text-muted">
                  {NAMES[field] ?? field}: {said(field, before)} → {said(field, after)}
                </span>
              ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The history uses API field names. */
const NAMES: Record<string, string> = { ...FIELD_NAMES, productIds: 'products' }

function said(field: string, value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'discount') return discountText(value as ShownDetail['discount'])
  if (field === 'startsAt' || field === 'endsAt') return formatMoment(new Date(value as string))
  if (field === 'minimumSubtotal') return formatMoney(toCents(value as number))
  if (field === 'productIds') return `${(value as string[]).length} chosen`
  return Array.isArray(value) ? value.join(', ') : String(value)
}
