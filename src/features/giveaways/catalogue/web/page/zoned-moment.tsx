import { useSyncExternalStore } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'

const never = () => () => {}
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment in the official zone of the giveaways and, if different, in the visitor's zone. */
export function ZonedMoment({ at }: { at: string }) {
  // The server does not know the visitor's zone. The line stays empty, with its space reserved, until the browser fills it.
  const zone = useSyncExternalStore(never, zoneHere, () => undefined)
  const official = formatMoment(new Date(at))
  const own = zone && formatMoment(new Date(at), zone)
  return (
    <>
      <time dateTime={at}>{official}</time> <span className="text-muted">(official time)</span>
      <span className="block min-h-6 text-muted text-sm">{own && own !== official && `${own} where you are`}</span>
    </>
  )
}
