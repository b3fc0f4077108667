import { HOLDER_KEY_YEARS } from '#features/draw-log/rules.ts'
import { CONFIRM_HOURS } from '#features/free-entry/online/rules.ts'
import { freezeDateOf, mailWindowEndOf, SCAN_YEARS } from '#features/giveaways/giveaway/rules.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { endOfShopDay, shopDayOf } from '#kernel/values/shop-day.ts'
import { type Deadline, type DeadlineShop, HOUR, type Made } from './walk.ts'

/** Giveaways and cards, through the API. */
function scenesIn(at: DeadlineShop) {
  const { shop, asAdmin, addGiveaway, enter, inDays } = at
  const { db } = shop.services
  let senders = 0
  const sender = () => ({ name: `Writer ${++senders}`, address: `${senders} Elm Street\nProvo, UT 84601` })

  /** Opens an envelope that came today, and types its card. */
  async function cardOfToday(giveaway: { id: string }) {
    const opened = await asAdmin('/api/admin/mail-desk/cards', { giveaway: giveaway.id })
    const [number] = opened.json.numbers as number[]
    const typed = await asAdmin(`/api/admin/cards/${number}/type`, sender())
    return { number: number!, state: typed.json.state as string }
  }
  /** Public for two weeks, with one bought entry. */
  async function running(title: string) {
    const endDate = inDays(14)
    const giveaway = await addGiveaway({ title, endDate })
    await enter(giveaway, await shop.addUser({ credits: { Bronze: 1 } }), { pick: 1 })
    return { giveaway, closesAt: new Date(endDate) }
  }
  /** Cancelled now, with one card. */
  async function cancelled(title: string) {
    const { giveaway } = await running(title)
    const { number } = await cardOfToday(giveaway)
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/cancel`, { reason: 'A test', title })
    const { closed_at } = await db
      .selectFrom('giveaway')
      .select('closed_at')
      .where('id', '=', giveaway.id)
      .executeTakeFirstOrThrow()
    return { giveaway, number, closedAt: closed_at! }
  }

  const free = async (title: string): Promise<Made & { token: string }> => {
    await shop.changeSettings({ freeEntry: { online: true, everyDays: 1 } })
    const { giveaway } = await running(title)
    const n = ++senders
    const email = `free-${n}@example.com`
    const home = { line1: `${n} Oak Street`, city: 'Reno', state: 'NV', postalCode: '89501' }
    const json = { name: `Free ${n}`, email, birthDate: '1990-05-04', ...home }
    const asked = await shop.call(`/api/giveaways/${giveaway.id}/free-entries`, { json })
    if (asked.status !== 200) throw new Error(asked.text)
    const [mail] = await shop.outbox(email)
    const token = new URL(/http\S+\/free-entry\?token=\S+/.exec(mail!.text)![0]).searchParams.get('token')!
    const read = async () =>
      (await shop.call(`/api/free-entries/link?token=${encodeURIComponent(token)}`)).json.state as string
    return { token, at: new Date(+shop.clock.now() + CONFIRM_HOURS * HOUR), read }
  }
  return { sender, cardOfToday, running, cancelled, free }
}

const yearsAfter = (moment: Date, years: number) => {
  const later = new Date(moment)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  // Kept until this moment has passed.
  return new Date(+later + 1)
}

/** The start, the mail-in window, and the sealing of the register. */
export function mailDeadlines(at: DeadlineShop): Deadline[] {
  const { shop, asAdmin, addGiveaway, inDays } = at
  const { pool } = shop.services
  const { sender, cardOfToday, running } = scenesIn(at)
  const hoursOfWindow = () => shop.system.settings.mailInHours
  return [
    {
      ...{ name: 'the first moment of mail', covers: ['start'], isLasting: false, work: 'none' },
      make: async () => {
        const giveaway = await addGiveaway({ title: 'Opens', startDate: inDays(3) })
        const read = async () => {
          const card = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, sender())
          return card.json.code ?? 'entered'
        }
        return { at: new Date(giveaway.startDate), read }
      },
      ...{ before: 'too_early_for_mail', after: 'entered' },
    },
    {
      ...{ name: 'the last day of the mail-in window', covers: ['mailInHours'], isLasting: false, work: 'draws' },
      make: async () => {
        // Without an entry nothing is sealed, and the window alone decides.
        const endDate = inDays(14)
        const giveaway = await addGiveaway({ title: 'Window', endDate })
        const closesAt = new Date(endDate)
        return {
          at: endOfShopDay(shopDayOf(mailWindowEndOf(closesAt, hoursOfWindow()))),
          read: async () => (await cardOfToday(giveaway)).state,
        }
      },
      ...{ before: 'waiting', after: 'refused' },
    },
    {
      ...{ name: 'a card that nobody confirmed', covers: ['REGISTER_HOURS'], isLasting: true, work: 'draws' },
      make: async () => {
        const { giveaway, closesAt } = await running('Sealed')
        const { number } = await cardOfToday(giveaway)
        const read = async () => {
          const { rows } = await pool.query(
            `select state, reason, (select count(*)::int from draw_freeze f where f.giveaway_id = c.giveaway_id) as freezes
             from mail_card c where number = $1`,
            [number],
          )
          return rows[0]
        }
        return { at: freezeDateOf(closesAt, hoursOfWindow(), shopZoneAt(closesAt)), read }
      },
      before: { state: 'waiting', reason: null, freezes: 0 },
      after: { state: 'refused', reason: 'not_confirmed', freezes: 1 },
    },
  ]
}

/** Free entries online, and what is kept of cards and holders. */
export function keptDeadlines(at: DeadlineShop): Deadline[] {
  const { shop } = at
  const { db, pool } = shop.services
  const { cancelled, free } = scenesIn(at)
  return [
    {
      ...{ name: 'the link of a free entry', covers: ['CONFIRM_HOURS'], isLasting: true, work: 'forgetting' },
      make: () => free('Linked'),
      ...{ before: 'unconfirmed', after: 'over' },
    },
    {
      ...{ name: 'a free entry confirmed in time', covers: ['CONFIRM_HOURS'], isLasting: true, work: 'forgetting' },
      make: async () => {
        const made = await free('Confirmed')
        await shop.call('/api/free-entries/link', { json: { token: made.token } })
        return made
      },
      ...{ before: 'entered', after: 'entered' },
    },
    {
      ...{ name: 'the scan of a card', covers: ['SCAN_YEARS'], isLasting: true, work: 'forgetting' },
      make: async () => {
        const { number, closedAt } = await cancelled('Scanned')
        const key = `scans/${crypto.randomUUID()}.webp`
        await shop.services.storage.put(key, new Uint8Array([1]), 'image/webp')
        const row = { card_number: number, file_key: key, stored_at: shop.clock.now() }
        await db.insertInto('mail_card_scan').values(row).execute()
        const read = async () => (await shop.services.storage.get(key)) !== undefined
        return { at: yearsAfter(closedAt, SCAN_YEARS), read }
      },
      ...{ before: true, after: false },
    },
    {
      ...{ name: 'the key behind the holders', covers: ['HOLDER_KEY_YEARS'], isLasting: true, work: 'forgetting' },
      make: async () => {
        const { giveaway, closedAt } = await cancelled('Held')
        const read = async () =>
          (await pool.query('select from holder_key where giveaway_id = $1', [giveaway.id])).rowCount
        return { at: yearsAfter(closedAt, HOLDER_KEY_YEARS), read }
      },
      ...{ before: 1, after: 0 },
    },
  ]
}
