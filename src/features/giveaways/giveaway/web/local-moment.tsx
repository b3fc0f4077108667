import { useSyncExternalStore } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { ownMoment } from '#ui/time/own-moment.ts'

const never = () => () => {}

/** Whether the browser renders, which knows the visitor's clock; false on the server and in the first render. */
export const useOwnClock = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** A moment by the visitor's clock. The server renders the official time. */
export function LocalMoment({ at }: { at: string }) {
  const isOwn = useOwnClock()
  return <time dateTime={at}>{(isOwn ? ownMoment : formatMoment)(new Date(at))}</time>
}
