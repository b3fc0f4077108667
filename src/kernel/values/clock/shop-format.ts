import { shopZoneAt } from './shop-clock.ts'

/** A format of `Intl` in the shop's zone: moments in the zone that holds then. */
export function shopFormat(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  // By zone: to make one takes much longer than to format with it.
  const forms = new Map<string, Intl.DateTimeFormat>()
  return at => {
    const timeZone = shopZoneAt(at)
    const form = forms.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    forms.set(timeZone, form)
    return form.format(at)
  }
}
