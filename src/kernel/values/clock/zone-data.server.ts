import { MINUTE_MS } from '../durations.ts'
import type { ZoneData } from './zone-clock.ts'
import { zoneWords } from './zone-names.ts'

/** The years of the data. Moments outside have their clock from `Intl`. */
const FIRST_YEAR = 2024
const LAST_YEAR = 2034

const QUARTER_MS = 15 * MINUTE_MS

const known = new Map<string, ZoneData>()

/** Returns the clock of a zone as data for browsers. @throws RangeError for an unknown zone. */
export function zoneData(zone: string): ZoneData {
  const made = known.get(zone) ?? dataOf(zone)
  known.set(zone, made)
  return made
}

function dataOf(zone: string): ZoneData {
  const until = Date.UTC(LAST_YEAR + 1, 0, 1)
  const short = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
  const clocks: [number, string][] = []
  const changes: string[] = []
  let before = 0
  let moment: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(FIRST_YEAR, 0, 1),
  ).toZonedDateTimeISO(zone)
  while (moment !== null && moment.epochMilliseconds < until) {
    const at = moment.epochMilliseconds
    const clock: [number, string] = [moment.offsetNanoseconds / 6e10, partOf(short, at)]
    let index = clocks.findIndex(([minutes, name]) => minutes === clock[0] && name === clock[1])
    if (index < 0) index = clocks.push(clock) - 1
    changes.push(index.toString(36) + ((at - before) / QUARTER_MS).toString(36))
    before = at
    moment = moment.getTimeZoneTransition('next')
  }
  return { zone, ...zoneWords(zone), clocks, changes: changes.join(' '), until }
}

const partOf = (form: Intl.DateTimeFormat, at: number) =>
  form.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
