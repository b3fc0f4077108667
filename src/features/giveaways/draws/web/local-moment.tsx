import { useSyncExternalStore } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { ownZone } from '#ui/time/own-zone.ts'

const never = () => () => {}

/** The visitor's time zone; undefined on the server and in the first render. */
export const useZone = (): string | undefined =>
  useSyncExternalStore<string | undefined>(never, ownZone, () => undefined)

/** A moment in the visitor's zone. The server renders the official time. */
export function LocalMoment({ at }: { at: string }) {
  const zone = useZone()
  return <time dateTime={at}>{formatMoment(new Date(at), zone)}</time>
}
