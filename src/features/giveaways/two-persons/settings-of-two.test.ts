import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { fieldsOf, type SettingsChange, toShown } from '#features/settings/contract.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { openGivingShop } from '../testing/giving.ts'

const { shop, asAdmin, admin, addGiveaway, inDays, expectAudited } = await openGivingShop()
const { proposedBy, proposalsFor, decide } = secondPersonOf(shop)
const other = await shop.addUser({ admin: true })
afterEach(expectAudited)

const LARGE = 5000
const change = (settings: object, as: TestUser = admin, more: object = { reason: 'A new law' }) =>
  shop.call('/api/admin/settings', { as, json: { settings, ...more }, method: 'PATCH' })
const settingsNow = async () => fieldsOf((await asAdmin('/api/admin/settings')).json.settings)

/** Settings that decide who may enter a giveaway in public, or until when, each with another value than the one before. */
const WAITS: Record<string, { other: SettingsChange; usual: SettingsChange }> = {
  minimumAge: { other: { minimumAge: 40 }, usual: { minimumAge: 21 } },
  mailInHours: { other: { mailInHours: 24 }, usual: { mailInHours: 168 } },
  'freeEntry.online': { other: { freeEntry: { online: false } }, usual: { freeEntry: { online: true } } },
  'freeEntry.everyDays': { other: { freeEntry: { everyDays: 300 } }, usual: { freeEntry: { everyDays: 30 } } },
  'contact.mailIn': { other: { contact: { mailIn: ['PO Box 1'] } }, usual: { contact: { mailIn: ['PO Box 2'] } } },
}

/** The other settings, and why an owner alone cannot shut an entrant out with them. */
const GOODS = 'money and goods, no entry'
const FIXED = 'fixed in the log before the first entry'
const KEPT = 'counts at its lowest since the publication'
const SHOWN = 'words'
const HARMLESS: Record<string, string> = {
  ...{ 'brand.name': SHOWN, 'brand.shortName': SHOWN, 'brand.tagline': SHOWN, 'brand.accent': 'a colour' },
  'brand.orderPrefix': SHOWN,
  ...{ 'brand.logoLight': SHOWN, 'brand.logoDark': SHOWN, 'brand.mark': SHOWN, 'brand.social': SHOWN },
  'place.timeZone': 'giveaways in public keep the zone of their publication',
  'place.lawState': SHOWN,
  ...{ 'sender.name': 'messages', 'sender.address': 'messages', 'sender.dkimSelector': 'messages' },
  ...{ 'premium.monthlyPrice': GOODS, 'premium.monthlyBenefit': GOODS, 'fee.rate': GOODS, 'fee.clientShare': GOODS },
  'premium.earlyAccessHours': 'read when a giveaway is made',
  ...{ 'pricing.display': GOODS, 'tax.mode': GOODS, 'tax.state': GOODS, 'tax.rate': GOODS, 'tax.nexusStates': GOODS },
  ...{
    'shipping.flat': GOODS,
    'shipping.freeFrom': GOODS,
    'shipping.handlingDays': GOODS,
    'shipping.cutOffHour': GOODS,
  },
  'shipping.countries': 'entrants live in the United States wherever the shop ships to',
  ...{ 'auth.revealAccounts': 'sign-in', 'auth.staffSecondFactor': 'sign-in' },
  ...{ 'referral.rewardTier': GOODS, 'referral.rewardCredits': GOODS },
  'retail.states': 'duties of a shop before the publication',
  ...{ 'draw.gapSeconds': FIXED, 'draw.longGapSeconds': FIXED, 'draw.longGapFrom': FIXED, 'draw.marginSeconds': FIXED },
  ...{ 'draw.twoPersonsFrom': KEPT, 'draw.onePersonDesk': KEPT },
  ...{ 'switches.loadShedding': 'load', 'switches.stockAlerts': 'messages', 'switches.cartReminders': 'messages' },
  ...{ supportEmail: SHOWN, 'contact.company': SHOWN, 'contact.privacyEmail': SHOWN, 'contact.hours': SHOWN },
  'contact.address': SHOWN,
}

it('each setting waits for a second owner, or says why it shuts no entrant out [B-34.6]', () => {
  const all = Object.keys(fieldsOf(toShown(DEFAULT_SETTINGS)))
  expect(all.toSorted()).toEqual([...Object.keys(WAITS), ...Object.keys(HARMLESS)].toSorted())
})

describe.each(Object.keys(WAITS))('%s', name => {
  const { other: to, usual } = WAITS[name]!
  beforeEach(() => shop.changeSettings(usual))

  it('with a giveaway of two persons in public changes by two owners and never by one alone [B-34.6]', async () => {
    const made = await addGiveaway({ value: LARGE, endDate: inDays(5) })
    const before = await settingsNow()
    const id = proposedBy(await change(to))
    expect(await settingsNow()).toEqual(before)
    expect((await change(to)).json.code).toBe('already_proposed')
    expect((await decide(id, 'confirm', admin)).json.code).toBe('other_person_needed')
    const manager = await shop.addUser({ role: 'manager' })
    expect((await decide(id, 'confirm', manager)).status).toBe(403)
    expect(await settingsNow()).toEqual(before)
    const all = await Promise.all(Array.from({ length: 6 }, () => decide(id, 'confirm', other)))
    expect(all.filter(({ status }) => status === 200).length, all.map(({ text }) => text).join('\n')).toBe(1)
    expect(await settingsNow()).toEqual({ ...before, ...fieldsOf(to as never) })
    await close(made)
  })

  it('changes by one owner without such a giveaway, and below its lowest threshold since the publication [B-34.6]', async () => {
    await addGiveaway({ value: 100, endDate: inDays(5) })
    const draft = await addGiveaway({ value: LARGE, isDraft: true })
    expect((await change(to)).status).toBe(200)
    expect((await change(usual)).status).toBe(200)
    await close(draft)
    const made = await addGiveaway({ value: LARGE, endDate: inDays(5) })
    await asAdmin(`/api/giveaways/${made.id}`, { value: 100 }, 'PATCH')
    await shop.changeSettings({ draw: { twoPersonsFrom: 100_000 } })
    proposedBy(await change(to))
    await shop.changeSettings({ draw: { twoPersonsFrom: 5000 } })
    await close(made)
  })
})

/** The giveaway is over, so that the next test begins without one. */
async function close({ id }: { id: string }) {
  const { db } = shop.services
  await db.updateTable('giveaway').set({ archived_at: shop.clock.now() }).where('id', '=', id).execute()
  for (const { id } of await proposalsFor(admin)) await decide(id, 'refuse', other)
}

describe('a proposal of settings', () => {
  it('says every field that it changes, needs a reason, and is void once the settings moved [B-34.6]', async () => {
    await shop.changeSettings({ minimumAge: 21, fee: { rate: 0.05 } })
    const made = await addGiveaway({ value: LARGE, endDate: inDays(5) })
    const settings = { minimumAge: 40, fee: { rate: 0.06 } }
    expect((await change(settings, admin, {})).json.code).toBe('reason_needed')
    const id = proposedBy(await change(settings))
    const [waiting] = await proposalsFor(other, '?subjectType=settings&subjectId=shop')
    expect(waiting!.facts).toEqual([
      { label: 'Minimum age', value: '21 → 40' },
      { label: 'Fee rate', value: '0.05 → 0.06' },
    ])
    expect((await change({ fee: { rate: 0.07 } })).status).toBe(200)
    expect((await decide(id, 'confirm', other)).json.code).toBe('version_conflict')
    expect((await decide(id, 'confirm', other)).json.code).toBe('already_decided')
    expect(await settingsNow()).toMatchObject({ minimumAge: 21, 'fee.rate': 0.07 })
    await close(made)
  })
})
