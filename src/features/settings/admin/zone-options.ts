import { US_ZONES } from '#kernel/values/clock/zone-names.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'

/** Zones of the United States first, then all that the browser knows. */
export const zoneOptions = atFirstCall(() => [...usOptions(), ...otherOptions()])

const usOptions = () =>
  Object.entries(US_ZONES).map(([value, { long, about }]) => ({
    value,
    label: `${long} (${[value, about].filter(Boolean).join(', ')})`,
  }))

const otherOptions = () =>
  Intl.supportedValuesOf('timeZone')
    .filter(name => !(name in US_ZONES))
    .map(name => ({ value: name, label: name }))
