import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway, enter, endedDaysAgo, drawnNow } = giving
afterEach(giving.expectAudited)

const addByMail = (id: string, input: object = {}) =>
  asAdmin(`/api/admin/giveaways/${id}/private-entries`, { name: 'Ada Mail', email: 'ada@example.com', ...input })
const entriesOf = async (id: string, query = '') => (await asAdmin(`/api/giveaways/${id}/entries?${query}`)).json
const dayOf = (days: number) => inDays(days).slice(0, 10)

describe('the entries of a giveaway', () => {
  it('entries are paged by slot, searched, and filtered by kind [B-12.34] [B-12.127] [B-12.149] [B-13.21]', async () => {
    const [fay, ann] = [
      await shop.addUser({ name: 'Fay Wren', email: 'fay@wren.example', credits: { Gold: 10 } }),
      // A random address of hexadecimal digits may contain "ada".
      await shop.addUser({ name: 'Ann_Lee', email: 'ann@lee.example', credits: { Gold: 10 } }),
    ]
    const giveaway = await addGiveaway({ tier: 'Gold', totalSlots: 50 })
    await enter(giveaway, fay, { slots: [2, 4, 6, 8] })
    await enter(giveaway, ann, { slots: [1, 3] })
    await addByMail(giveaway.id)
    const slots = async (query: string) =>
      (await entriesOf(giveaway.id, query)).entries.map((entry: { slotNumber: number }) => entry.slotNumber)
    expect(await slots('')).toEqual([1, 2, 3, 4, 6, 8, 51])
    const first = await entriesOf(giveaway.id, 'limit=4')
    expect([first.entries.length, first.total]).toEqual([4, 7])
    expect(await slots(`limit=4&cursor=${first.nextCursor}`)).toEqual([6, 8, 51])
    expect([await slots('q=wren'), await slots('q=%236'), await slots('q=n_l'), await slots('q=ADA')]).toEqual([
      [2, 4, 6, 8],
      [6],
      [1, 3],
      [51],
    ])
    expect([await slots('kind=mail'), await slots('kind=credit&q=ann')]).toEqual([[51], [1, 3]])
    expect((await asAdmin(`/api/giveaways/${giveaway.id}/entries?cursor=xx`)).status).toBe(400)
  })

  it('an entry is removed with a reason, and with or without returning the credit; both are recorded [B-12.127] [B-12.152] [B-13.23]', async () => {
    const user = await shop.addUser({ credits: { Bronze: 3 } })
    const giveaway = await addGiveaway()
    await enter(giveaway, user, { slots: [1, 2, 3] })
    const remove = (slot: number, json?: object) =>
      asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/${slot}`, json, 'DELETE')
    const kept = { reason: 'Entered with a stolen account.', returnCredit: false }
    const results = await Promise.all(
      [1, 1, 1, 1, 2, 2].map(slot => remove(slot, slot === 1 ? kept : { reason: 'Asked.' })),
    )
    expect(results.filter(({ json }) => json.message === 'Entry removed successfully')).toHaveLength(2)
    expect((await shop.call('/api/credits', { as: user })).json.bronzeCredits).toBe(1)
    const removed = (await entriesOf(giveaway.id, 'kind=removed')).entries
    const bySlot = Object.fromEntries(removed.map((one: { slotNumber: number }) => [one.slotNumber, one]))
    expect(bySlot[1].removal).toMatchObject({ reason: kept.reason, creditReturned: false })
    expect(bySlot[2].removal).toMatchObject({ reason: 'Asked.', creditReturned: true })
    const records = await shop.services.db.selectFrom('audit_log').selectAll().where('action', '=', 'removed').execute()
    expect(records.find(({ reason }) => reason === kept.reason)).toMatchObject({
      subject_type: 'entry',
      after: { slotNumber: 1, creditReturned: false },
    })
    // A call without a body returns the credit.
    expect((await remove(3)).json).toEqual({ message: 'Entry removed successfully' })
    expect((await shop.call('/api/credits', { as: user })).json.bronzeCredits).toBe(2)
  })
})

describe('an entry by mail', () => {
  it('a free entry by mail counts by its day of arrival, whatever its postmark [B-12.51] [B-12.153] [B-12.239] [B-13.22]', async () => {
    const giveaway = await addGiveaway()
    await endedDaysAgo(giveaway, 9)
    const late = await addByMail(giveaway.id, { receivedOn: dayOf(-1), postmarkedOn: dayOf(-10) })
    expect(late.json).toMatchObject({
      code: 'mail_too_late',
      detail: 'Mail-in entries must be received within 7 days of the close. A postmark is not enough.',
    })
    expect((await addByMail(giveaway.id, { receivedOn: dayOf(-40) })).json.code).toBe('too_early_for_mail')
    expect((await addByMail(giveaway.id, { receivedOn: dayOf(2) })).json.errors).toHaveProperty('receivedOn')
    const backwards = { receivedOn: dayOf(-4), postmarkedOn: dayOf(-3) }
    expect((await addByMail(giveaway.id, backwards)).json.errors).toHaveProperty('postmarkedOn')
    const inTime = await addByMail(giveaway.id, { receivedOn: dayOf(-4), postmarkedOn: dayOf(-8) })
    expect(inTime.json).toMatchObject({ message: 'Private entry added: Slot 101', slotNumber: 101, tempPassword: null })
    const [entry] = (await entriesOf(giveaway.id)).entries
    expect(entry).toMatchObject({ receivedOn: dayOf(-4), postmarkedOn: dayOf(-8), isPrivateEntry: true })
  })
})

describe('Debug Entries', () => {
  it('Debug Entries checks the numbers and names what is wrong [B-12.19] [B-13.25]', async () => {
    const [user, other] = [
      await shop.addUser({ credits: { Silver: 4 } }),
      await shop.addUser({ credits: { Silver: 1 } }),
    ]
    const giveaway = await addGiveaway({ title: 'Explained', tier: 'Silver', totalSlots: 20 })
    await enter(giveaway, user, { slots: [3, 4, 9] })
    await enter(giveaway, other, { slots: [5] })
    await addByMail(giveaway.id)
    await asAdmin(`/api/admin/giveaways/${giveaway.id}/entries/4`, { returnCredit: false, reason: 'A test' }, 'DELETE')
    const debug = async () => (await asAdmin(`/api/admin/giveaways/${giveaway.id}/debug`)).json
    const sound = await debug()
    expect(sound).toMatchObject({
      entries: { live: 4, credit: 3, mail: 1, removed: 1, forfeited: 1, auto: 0, staff: 0 },
      people: 3,
      slots: { total: 20, taken: 3, free: 17, highest: 9 },
      ledger: { spent: 4, returned: 0, held: 4, expected: 4 },
      list: { entries: 4, isFrozen: false },
      faults: [],
    })
    expect(JSON.stringify(sound)).not.toContain(user.email)

    const counts = (by: number) =>
      sql`update giveaway_participant set entry_count = entry_count + ${by} where user_id = ${other.userId}`
    await counts(1).execute(shop.services.db)
    expect((await debug()).faults).toEqual(['1 people have another number of entries than their limit counts.'])
    await counts(-1).execute(shop.services.db)

    const tamper = (isOn: boolean) =>
      sql`update sealed_giveaway_seed set sealed = case when ${isOn} then sealed || 'AA' else left(sealed, -2) end
        where giveaway_id = ${giveaway.id}`
    await tamper(true).execute(shop.services.db)
    expect(await debug()).toMatchObject({
      list: { entries: 4, isFrozen: false, hash: sound.list.hash },
      faults: ['The secret does not open: its row was changed, or another AUTH_SECRET sealed it.'],
    })
    await tamper(false).execute(shop.services.db)

    await drawnNow(giveaway)
    expect(await debug()).toMatchObject({
      list: { entries: 4, isFrozen: true, hash: sound.list.hash },
      draw: { slips: 0, witnessedAt: expect.any(String), drawnAt: shop.clock.now().toISOString() },
      faults: [],
    })
  })
})
