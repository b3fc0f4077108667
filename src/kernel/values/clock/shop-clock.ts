import { DEFAULT_SETTINGS } from '../../settings.ts'
import { type Clock, clockByIntl, clockReader, type ZoneData } from './zone-clock.ts'

/** A zone of the shop, and the moment from which it holds, in milliseconds; null for the first. */
export type ShopZone = ZoneData & { since: number | null }

/** A zone without data has its clock from `Intl`. */
type Known = {
  zone: string
  since: number
  words: { long: string; short: string }
  read: (at: number) => Clock | undefined
}

const { timeZone } = DEFAULT_SETTINGS.place
const UNREAD: Known = {
  zone: timeZone,
  since: -Infinity,
  words: { long: timeZone, short: timeZone },
  read: () => undefined,
}

/**
 * The zones of this process's shop, oldest first. One process serves one shop, and a change of the zone lies in the future of all its
 * readers, so that it moves no day that was counted. The server sets them with its settings, a page with its document.
 */
let zones: readonly Known[] = [UNREAD]

/** Follows the zones of the shop. @param next oldest first; empty for those before any shop was read. */
export function followZones(next: readonly ShopZone[]): void {
  if (next.length === 0) zones = [UNREAD]
  else
    zones = next.map(({ since, ...data }) => ({
      ...{ zone: data.zone, since: since ?? -Infinity, words: { long: data.long, short: data.short } },
      read: clockReader(data),
    }))
}

const holderAt = (at: number): Known => zones.findLast(({ since }) => since <= at) ?? zones[0]!

/** The IANA name of the zone that holds for the shop at a moment. */
export const shopZoneAt = (at: Date): string => holderAt(at.getTime()).zone

/** Display name of the shop's zone at a moment. */
export const zoneWordsAt = (at: Date): { long: string; short: string } => holderAt(at.getTime()).words

/** The zones of the shop with the moments from which they hold. */
export const shopZones = (): readonly { zone: string; since: number }[] => zones

/** Returns what a zone's clock shows at a moment. @param zone default: the zone that holds for the shop then. */
export function clockAt(at: Date, zone?: string): Clock {
  const ms = at.getTime()
  const known = zone === undefined ? holderAt(ms) : zones.find(known => known.zone === zone)
  return known?.read(ms) ?? clockByIntl(zone ?? known!.zone, ms)
}
