import { formatMoment } from '#kernel/values/format-moment.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Relative time. Its title is the full moment in the reader's zone. Not for server HTML, because the server has no reader's clock. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatMoment(new Date(at), OWN_ZONE)} className={className}>
      {now === null ? null : relativeTime(at, now)}
    </time>
  )
}
