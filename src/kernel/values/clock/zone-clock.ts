import { atFirstCall } from '#platform/values/at-first-call.ts'
import { MINUTE_MS } from '../durations.ts'

/**
 * The clock of a zone as data, so that a browser needs no `Intl`: its first use takes a phone some 60 ms.
 * `zone-data.server.ts` makes it from the time zone data of the server.
 */
export type ZoneData = {
  /** IANA name. */
  zone: string
  /** Display name, with a short form for narrow places: "Eastern time", "ET". */
  long: string
  short: string
  /** Clocks of the zone: the offset from UTC in minutes, and the name. */
  clocks: readonly (readonly [number, string])[]
  /**
   * Changes of the clock, each as the index of the new clock and the quarters of an hour since the change before, both in base 36. The
   * first is the start of the data. `until` is the end of the data in milliseconds.
   */
  changes: string
  until: number
}

export type Clock = {
  /** `EST`. */
  name: string
  /** From UTC, in milliseconds; negative west of Greenwich. */
  offset: number
  /** Its fields in UTC are those that the clock shows. */
  shown: Date
}

type Change = { at: number; clock: readonly [number, string] }

/** Returns the changes of the clock, oldest first. */
export function changesOf({ changes, clocks }: ZoneData): Change[] {
  let at = 0
  return changes.split(' ').map(change => {
    at += Number.parseInt(change.slice(1), 36) * 15 * MINUTE_MS
    return { at, clock: clocks[Number.parseInt(change[0]!, 36)]! }
  })
}

/** Reads the clock of a zone from its data; undefined where the data ends. */
export function clockReader(data: ZoneData): (at: number) => Clock | undefined {
  const changes = atFirstCall(() => changesOf(data))
  return at => {
    if (!(at < data.until)) return
    const change = changes().findLast(({ at: since }) => since <= at)
    if (!change) return
    const [minutes, name] = change.clock
    const offset = minutes * MINUTE_MS
    return { name, offset, shown: new Date(at + offset) }
  }
}

/** By zone: to make one takes much longer than to format with it. */
const FORMS = new Map<string, { name: Intl.DateTimeFormat; offset: Intl.DateTimeFormat }>()

function formsOf(timeZone: string) {
  let forms = FORMS.get(timeZone)
  if (!forms) {
    const form = (timeZoneName: 'short' | 'longOffset') => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    forms = { name: form('short'), offset: form('longOffset') }
    FORMS.set(timeZone, forms)
  }
  return forms
}

/** Reads the clock of a zone by `Intl`. @throws RangeError for an invalid date or an unknown zone. */
export function clockByIntl(zone: string, at: number): Clock {
  const forms = formsOf(zone)
  const partOf = (form: Intl.DateTimeFormat) =>
    form.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(partOf(forms.offset))!
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  return { name: partOf(forms.name), offset, shown: new Date(at + offset) }
}
