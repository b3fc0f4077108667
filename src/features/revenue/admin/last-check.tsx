import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Report } from '../contract.ts'
import { dayName } from './day-name.ts'

/** Result of the nightly check of the rolled-up days against the orders. */
export function LastCheck({ check }: { check: Report['check'] }) {
  if (!check) return null
  const at = formatMoment(new Date(check.checkedAt))
  const mended = [...check.mendedDays, ...check.mendedMonths]
  if (mended.length === 0) {
    return (
      <p className="text-muted text-sm">
        Added up by day and month, and last compared with every order on {at}: no difference.
      </p>
    )
  }
  return (
    <Notice kind="warning" title="Days that were added up anew">
      On {at} the sums of {mended.map(day => dayName(day, 'long')).join(', ')} were not those of their orders. They were
      added up anew.
    </Notice>
  )
}
