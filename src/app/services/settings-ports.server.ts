import { priceInWords } from '#features/cart/prices/shown-price.ts'
import { repriceMemberships } from '#features/catalog/commands/reprice-memberships.server.ts'
import { listMembershipProducts } from '#features/catalog/queries/memberships.server.ts'
import { readUndrawnCount } from '#features/draws/queries/undrawn-count.server.ts'
import { hasPublishedGiveaway } from '#features/giveaways/giveaway/queries/has-published.server.ts'
import { publishAllRules } from '#features/giveaways/lifecycle/commands/publish-rules.server.ts'
import { settingsTakeTwo } from '#features/giveaways/two-persons/queries.server.ts'
import { lockDocuments } from '#features/legal/commands.server.ts'
import { publishTextsInForce } from '#features/legal-texts/commands.server.ts'
import { legalTextsOf } from '#features/legal-texts/legal-texts.ts'
import { readOwnTexts } from '#features/legal-texts/queries.server.ts'
import { priceGoods } from '#features/orders/order/money/prices.ts'
import type { SettingsEffect } from '#features/settings/contract.ts'
import { planZone } from '#features/settings/place/zone-schedule.server.ts'
import type { SettingsPorts } from '#features/settings/ports.ts'
import type { Context } from '#kernel/context.ts'
import { listShopZones } from '#kernel/live-settings.server.ts'
import type { Settings } from '#kernel/settings.ts'
import { COUNTRY_NAMES } from '#kernel/shipping/countries.ts'
import { lowestRate, ratesOf, type Zone } from '#kernel/shipping/rates/rates.ts'
import { zoneFor } from '#kernel/shipping/rates/shipping-zones.ts'
import { REGION_NAMES, type Region } from '#kernel/shipping/us-states.ts'
import { transact } from '#kernel/transaction.server.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { zoneWords } from '#kernel/values/clock/zone-names.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toDollars } from '#kernel/values/money.ts'

/** Effects of settings on features that come later in the feature order. */
export const settingsPorts: SettingsPorts = {
  async writeAlong(tx, before, after) {
    if (before.premium.monthlyCents !== after.premium.monthlyCents)
      await repriceMemberships(tx, after.premium.monthlyCents)
  },
  isUnused: async ctx => !(await hasPublishedGiveaway(ctx)),
  takesTwo: settingsTakeTwo,
  effectOf: async (ctx, before, after) => ({
    carts: examplesOf(before).map(example => ({
      name: example.name,
      before: priceOf(example, before, ctx.shippingZones),
      after: priceOf(example, after, ctx.shippingZones),
    })),
    follows: await whatFollows(ctx, before, after),
  }),
  notesFor: notesOn,
}

/** A cart that stays in the shop's own state, and one that leaves it. */
function examplesOf({ tax }: Settings) {
  const [own, other] = [tax.state, tax.state === 'CA' ? 'NY' : 'CA'] as [Region, Region]
  return [
    { name: `A cart of $100.00, sent within ${REGION_NAMES[own]}`, cents: 10_000, shipTo: own },
    { name: `A cart of $20.00, sent to ${REGION_NAMES[other]}`, cents: 2000, shipTo: other },
  ]
}

function priceOf(
  { cents, shipTo }: { cents: number; shipTo: string },
  settings: Settings,
  zones: readonly Zone[],
): SettingsEffect['carts'][number]['after'] {
  const line = { listCents: cents, saleCents: null, quantity: 1, tier: 'Bronze', entries: 0 } as const
  const parcel = { netCents: cents, lines: [{ name: 'Goods', quantity: 1, weightGrams: null }] }
  const rate = lowestRate(ratesOf(zoneFor(zones, settings.shipping, shipTo), parcel))
  const price = priceGoods([line], settings, { shipTo, shipping: rate?.cents ?? 0 })
  const { subtotal, fee, shipping, tax, total } = price
  return {
    subtotal: toDollars(subtotal),
    fee: toDollars(fee.amount),
    shipping: toDollars(shipping),
    tax: toDollars(tax),
    total: toDollars(total),
  }
}

const LIST = new Intl.ListFormat('en-US')

async function whatFollows(ctx: Context, before: Settings, after: Settings): Promise<string[]> {
  const follows: string[] = []
  const own = await readOwnTexts(ctx)
  const texts = legalTextsOf(before, own)
  const changed = legalTextsOf(after, own).filter((text, at) => JSON.stringify(text) !== JSON.stringify(texts[at]))
  if (changed.length > 0) {
    const names = LIST.format(changed.map(({ title }) => title))
    follows.push(`A new version is published of: ${names}. Shoppers are told of it in their dashboard.`)
  }
  if (after.place.timeZone !== before.place.timeZone)
    follows.push(await zoneInWords(ctx, before.place.timeZone, after.place.timeZone))
  const { monthlyCents } = after.premium
  if (monthlyCents !== before.premium.monthlyCents) {
    follows.push(
      `Memberships in the store cost ${formatMoney(monthlyCents)} a month and ${formatMoney(monthlyCents * 12)} a year from now on. Existing members keep their price.`,
    )
  }
  const piece = { price: 15, salesPrice: null, isSubscription: false }
  const [shown, shownThen] = [priceInWords(piece, before), priceInWords(piece, after)]
  if (shown !== shownThen) follows.push(`A piece of $15.00 is shown as “${shownThen}”, not as “${shown}”.`)
  if (after.mailInHours !== before.mailInHours) {
    const count = await readUndrawnCount(ctx)
    if (count > 0)
      follows.push(
        `${count === 1 ? '1 giveaway is' : `${count} giveaways are`} open or waiting for the draw, and will be drawn on another day than promised.`,
      )
  }
  if (
    JSON.stringify([before.fee, before.tax, before.shipping]) !== JSON.stringify([after.fee, after.tax, after.shipping])
  )
    follows.push(
      'Orders that are being paid keep the total they were shown. A cart at the checkout is shown its new total first.',
    )
  const left = before.shipping.countries.filter(country => !after.shipping.countries.includes(country))
  if (left.length > 0)
    follows.push(
      `Addresses in ${LIST.format(left.map(country => COUNTRY_NAMES[country]))} are refused. Whoever has one on file is asked for another at the checkout.`,
    )
  if (after.minimumAge > before.minimumAge)
    follows.push(
      `Members and shoppers younger than ${after.minimumAge} keep their accounts and can neither buy nor enter.`,
    )
  return follows
}

async function zoneInWords(ctx: Context, from: string, to: string): Promise<string> {
  const isUnused = !ctx.settings.isOpen && !(await hasPublishedGiveaway(ctx))
  const planned = planZone({ zones: await listShopZones(ctx), zone: to, now: ctx.now(), isUnused })
  if (planned === null) return `${zoneWords(from).long} cannot become ${zoneWords(to).long} in one step.`
  if (isUnused) return `Days and official times of the shop are ${zoneWords(to).long}, from its first day on.`
  const since = new Date(planned.at(-1)!.since ?? 0)
  if (since <= ctx.now()) return `Days and official times of the shop stay ${zoneWords(to).long}.`
  return `Days and official times of the shop are ${zoneWords(to).long} from ${formatMoment(since, to)} on. Giveaways that are public then keep the zone of their rules.`
}

/** A zone that is chosen and does not hold yet. */
async function zoneNote(ctx: Context): Promise<string[]> {
  const last = (await listShopZones(ctx)).at(-1)!
  if (last.since === null || last.since <= +ctx.now()) return []
  const since = new Date(last.since)
  return [
    `Days and official times of the shop are ${zoneWords(shopZoneAt(ctx.now())).long} until ${formatMoment(since, last.zone)}, and ${zoneWords(last.zone).long} from then on.`,
  ]
}

/** A membership product's price can also be edited in the store, but pages show the price from the settings. */
async function notesOn(ctx: Context): Promise<string[]> {
  const { monthlyCents } = ctx.settings.premium
  const offered = await listMembershipProducts(ctx)
  const prices = offered.flatMap(({ interval, paidCents }) => {
    const expected = interval === 'year' ? monthlyCents * 12 : monthlyCents
    if (paidCents === expected) return []
    return [
      `The membership billed every ${interval} costs ${formatMoney(paidCents)} in the store; by the settings it would be ${formatMoney(expected)}.`,
    ]
  })
  return [...(await zoneNote(ctx)), ...prices]
}

/**
 * Brings legal texts and official rules to the stored settings and the current wording: at each start, and after a change of settings. The
 * settings are read under the lock of the publication, because of two changes the job of the first can be the last to publish.
 */
export async function publishTexts(system: Context): Promise<void> {
  await transact(system, async tx => {
    await lockDocuments(tx)
    await publishTextsInForce(tx)
  })
  await publishAllRules(system)
}
