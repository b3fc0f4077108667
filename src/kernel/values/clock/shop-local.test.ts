import { afterEach, expect, it } from 'vitest'
import { followZones } from './shop-clock.ts'
import { isoOfShopLocal, shopLocalOf } from './shop-local.ts'
import { zoneData } from './zone-data.server.ts'

afterEach(() => followZones([]))

it.each([
  ['America/New_York', '2026-07-01T09:30', '2026-07-01T13:30:00.000Z'],
  ['America/New_York', '2026-12-01T09:30', '2026-12-01T14:30:00.000Z'],
  // The hour that is left out, and the one that comes twice.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-07-01T09:30', '2026-06-30T19:30:00.000Z'],
])('in %s the clock shows %s at %s [B-38.7]', (zone, local, iso) => {
  followZones([{ ...zoneData(zone), since: null }])
  expect(isoOfShopLocal(local)).toBe(iso)
  if (local !== '2026-03-08T02:30') expect(shopLocalOf(new Date(iso))).toBe(local)
})
