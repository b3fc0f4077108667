import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'

/** Above an order whose buyer asked to cancel it. Nothing without a request. */
export function CancelAsked({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <Notice kind="warning" title="The buyer asked to cancel this order">
      Some of its credits are in entries that stay. Cancel the order, or keep it: until then it is not packed. Asked{' '}
      {formatMoment(new Date(at))}.
    </Notice>
  )
}
