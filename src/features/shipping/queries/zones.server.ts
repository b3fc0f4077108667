import { readUnweighedVariantCount } from '#features/catalog/queries/count-products.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { listStoredZones, type StoredZone } from '#kernel/shipping/rates/live-zones.server.ts'
import { POSTAL_STATES } from '#kernel/shipping/us-states.ts'
import { toDollars } from '#kernel/values/money.ts'
import { type AdminZone, type AdminZones, toShown } from '../contract.ts'

const zoneShown = ({ states, methods, ...zone }: StoredZone): AdminZone => ({
  ...zone,
  states: [...states],
  methods: methods.map(methodShown),
})

const methodShown = ({
  bands,
  freeFromCents,
  days,
  ...method
}: StoredZone['methods'][number]): AdminZone['methods'][number] => ({
  ...method,
  bands: bands.map(({ from, below, cents }) => ({
    from: toShown(method.measure, from),
    below: below === null ? null : toShown(method.measure, below),
    amount: toDollars(cents),
  })),
  freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
  daysFrom: days?.from ?? null,
  daysTo: days?.to ?? null,
})

/** All zones for staff, and what holds for the states of none. */
export async function readAdminZones(ctx: Context): Promise<AdminZones> {
  const [stored, unweighed] = await Promise.all([listStoredZones(ctx), readUnweighedVariantCount(ctx)])
  const taken = new Set(stored.flatMap(({ states }) => states))
  const { flatCents, freeFromCents } = ctx.settings.shipping
  return {
    zones: stored.map(zoneShown),
    rest: {
      states: POSTAL_STATES.filter(state => !taken.has(state)),
      amount: toDollars(flatCents),
      freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
    },
    unweighed,
  }
}

/** One zone as stored; undefined when there is none. */
export async function findZone(ctx: DataContext, id: string): Promise<AdminZone | undefined> {
  const zone = (await listStoredZones(ctx)).find(stored => stored.id === id)
  return zone && zoneShown(zone)
}
