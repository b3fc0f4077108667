import { formatMoment } from './format-moment.ts'
import { relativeTime } from './relative-time.ts'
import { useNow } from './use-now.ts'

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** How long ago something was; the whole moment, in the reader's own zone, is its title. Not for HTML of the server, which has no clock. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatMoment(new Date(at), OWN_ZONE)} className={className}>
      {now === null ? null : relativeTime(at, now)}
    </time>
  )
}
