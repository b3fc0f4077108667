import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { processWinnerDeadlines } from '../commands/process-winner-deadlines.server.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, winner, keyFor, accept, tend, afterDays, verdictOf } = prizes
afterEach(prizes.expectAudited)

const passOn = (id: string, json: object = {}) =>
  asAdmin(`/api/admin/winners/${id}/pass-on`, { as: 'disqualified', reason: 'Lives abroad', ...json })
const proofOf = async (giveaway: { id: string }) => (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json.result

/** Deletes the account of a user with a fresh proof. */
async function leave(person: TestUser) {
  const claims = { ...person, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
  const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
  const left = await shop.call('/api/my/delete-account', {
    as: { ...person, idToken },
    json: { confirmation: 'DELETE' },
  })
  expect(left.status, left.text).toBe(200)
}

describe('passing on', () => {
  it('passes the prize on to the next alternate of the same draw, and the public result has no name [B-13.56] [B-18.10]', async () => {
    const { giveaway } = await drawn(4)
    await tend()
    const [first] = await placesOf(giveaway)
    expect((await passOn(first.id, { reason: ' ' })).json.errors.reason).toEqual(['Please give a reason.'])
    expect((await passOn(first.id)).json).toMatchObject({
      state: 'disqualified',
      endedReason: 'Lives abroad',
    })
    await tend()
    const [, second] = await placesOf(giveaway)
    expect(second).toMatchObject({ place: 2, state: 'notified' })
    const proof = await proofOf(giveaway)
    expect(proof.order).toEqual([
      {
        slot: first.slotNumber,
        passedAt: shop.clock.now().toISOString(),
        passed: { reasonClass: 'ineligible', noticeHash: expect.any(String), logIndex: expect.any(Number) },
      },
      { slot: second.slotNumber, passedAt: null, passed: null },
    ])
    expect(proof.winnerSlot).toBe(first.slotNumber)
    expect(await verdictOf(giveaway)).toMatchObject({ ok: true, winner: second.slotNumber })
    for (const hidden of ['abroad', ...[first, second].flatMap(({ email, name }) => [email, name])])
      expect(JSON.stringify(proof)).not.toContain(hidden)
    const page = (await shop.call(`/api/giveaways/${giveaway.id}`)).json
    expect(page.winner.slotNumber).toBe(second.slotNumber)
    const change = shop.services.db.deleteFrom('draw_alternate').execute()
    await expect(change).rejects.toThrow('append-only')
  })

  it('passes on to a user once at most, skips deleted users and staff, and ends as a task when no alternate is left', async () => {
    const { giveaway, entrants } = await drawn(4, { title: 'Long Way' })
    const [first] = await placesOf(giveaway)
    const others = entrants.filter(({ email }) => email !== first.email)
    const [staff, gone] = others
    await shop.services.db.updateTable('users').set({ role: 'support' }).where('id', '=', staff!.userId).execute()
    await leave(gone!)
    await passOn(first.id, { as: 'declined', reason: 'Does not want it' })
    const reasons = (await placesOf(giveaway)).map((place: { endedReason: string | null }) => place.endedReason)
    const [heir] = (await placesOf(giveaway)).slice(-1)
    expect(heir).toMatchObject({ state: 'drawn', email: others[2]!.email })
    await passOn(heir.id)
    const places = await placesOf(giveaway)
    expect(new Set(places.map(({ email }: { email: string }) => email)).size).toBe(places.length)
    expect(
      reasons
        .slice(1)
        .filter(Boolean)
        .every((reason: string) => ['The account was deleted.', 'Works for the shop.'].includes(reason)),
    ).toBe(true)
    expect(places.at(-1).task).toBe('nobody-left')
    const proof = await proofOf(giveaway)
    expect(proof).toMatchObject({ winner: 'No winner' })
    expect(proof.order.every(({ passedAt }: { passedAt: string | null }) => passedAt)).toBe(true)
    expect(await verdictOf(giveaway)).toMatchObject({ ok: true, places: expect.any(Array) })
    expect((await shop.call(`/api/giveaways/${giveaway.id}`)).json).toMatchObject({ state: 'drawn', winner: null })
    const last = places.at(-1).id
    expect((await winner(last)).actions).toEqual(['settle'])
    const settle = () => asAdmin(`/api/admin/winners/${last}/settle`, { reason: 'Given to a charity' })
    expect((await settle()).json).toMatchObject({ task: null, actions: [] })
    expect((await settle()).json.code).toBe('winner_moved')
  })

  it.each([
    { now: 'works here', change: { role: 'support' } as const, says: 'Works for the shop.' },
    {
      now: 'turns out to be too young',
      change: { birth_date: '2010-01-01' },
      says: 'Was not 21 on the day of the entry.',
    },
  ])('skips each drawn user who is $now by then, the first too, before a notice is sent', async one => {
    const { giveaway, entrants } = await drawn(2, { title: 'First Place' }, one.change)
    await tend()
    const places = await placesOf(giveaway)
    const passed = { state: 'disqualified', endedReason: one.says, notifiedAt: null }
    expect(places).toMatchObject([passed, { ...passed, task: 'nobody-left' }])
    for (const { email } of entrants) expect(await prizes.emailsTo(email)).toEqual([])
    const proof = await proofOf(giveaway)
    expect(proof).toMatchObject({ winnerSlot: places[0].slotNumber, winner: 'No winner' })
  })

  it('waits for staff where the drawn user’s account is disabled', async () => {
    const { giveaway } = await drawn(2, { title: 'Shut Out' }, { enabled: false })
    const [{ id, email }] = await placesOf(giveaway)
    await tend()
    expect(await winner(id)).toMatchObject({ state: 'drawn', task: 'tell', notice: 'held' })
    expect(await prizes.emailsTo(email)).toEqual([])
    await shop.services.db.updateTable('users').set({ enabled: true }).where('email', '=', email).execute()
    await tend()
    await tend()
    expect(await winner(id)).toMatchObject({ state: 'notified' })
  })

  it('skips a rank whose account was merged with an earlier one after the draw', async () => {
    const { giveaway, entrants } = await drawn(3, { title: 'Two In One' })
    for (const days of [0, 8]) await afterDays(days)
    const [first, second] = await placesOf(giveaway)
    const rankOf = ({ email }: { email: string }) => [first.email, second.email].indexOf(email)
    const [from, , into] = entrants.toSorted((a, b) => [-1, 1, 0].indexOf(rankOf(a)) - [-1, 1, 0].indexOf(rankOf(b)))
    const two = { from: from!.userId, into: into!.userId, reason: 'One person' }
    expect((await asAdmin('/api/admin/users/merge', two)).status).toBe(200)
    await afterDays(8)
    expect(await placesOf(giveaway)).toMatchObject([
      ...[first, second].map(({ email }) => ({ state: 'forfeited', email })),
      { state: 'disqualified', endedReason: 'The same person as before.', task: 'nobody-left' },
    ])
    expect((await verdictOf(giveaway)).ok).toBe(true)
  })

  it('what a winner wrote stays with the winner, and out of the audit log', async () => {
    const { giveaway, entrants } = await drawn(2, { title: 'In Own Words' })
    await tend()
    const [first] = await placesOf(giveaway)
    const reason = 'Ann Lee moved, 801-555-0199'
    const key = await keyFor(first.email)
    expect((await shop.call(`/api/prizes/${first.id}/decline`, { json: { key, reason } })).status).toBe(200)
    expect((await winner(first.id)).endedReason).toBe(reason)
    const { records } = (await asAdmin(`/api/admin/records?type=winner&id=${first.id}&action=declined the prize`)).json
    expect(records[0].reason).toBe('Declined by the winner.')
    await leave(entrants.find(({ email }) => email === first.email)!)
    expect((await winner(first.id)).endedReason).toBe('Declined by the winner.')
  })

  it('a prize passes on once when the clock, staff and the winner’s answer race [B-13.56]', async () => {
    for (let round = 0; round < few(1, 4); round++) {
      const { giveaway } = await drawn(3, { title: `Race ${round}` })
      await tend()
      const [first] = await placesOf(giveaway)
      const key = await keyFor(first.email)
      // The winner's answer is just in time, but the deadline job sees it as late, as with two clocks that differ.
      await shop.services.db
        .updateTable('winner')
        .set({ answer_due_at: shop.clock.now() })
        .where('id', '=', first.id)
        .execute()
      const all = await Promise.all([
        ...Array.from({ length: 5 }, () => accept(first.id, { key })),
        ...Array.from({ length: 5 }, () => passOn(first.id)),
        ...Array.from({ length: 3 }, () => shop.call(`/api/prizes/${first.id}/decline`, { json: { key } })),
        ...Array.from({ length: 5 }, () => processWinnerDeadlines(shop.system).then(() => ({ status: 0, json: {} }))),
      ])
      expect(all.filter(({ status }) => status >= 500)).toEqual([])
      const places = await placesOf(giveaway)
      const { order } = await proofOf(giveaway)
      const ended = places.filter(({ state }: { state: string }) =>
        ['declined', 'forfeited', 'disqualified'].includes(state),
      )
      // In every order of events, one person holds the prize and the public order agrees.
      expect(places.length - ended.length).toBe(1)
      expect(order.map(({ slot }: { slot: number }) => slot)).toEqual(
        places.map(({ slotNumber }: { slotNumber: number }) => slotNumber),
      )
      expect(ended.length).toBeLessThanOrEqual(1)
      // Staff and the winner may end a just accepted prize once. If the worker was first, neither ends it.
      const endings = all.slice(5, 13).filter(({ status }) => status === 200)
      if (ended.length === 0) expect((await winner(first.id)).state).toBe('accepted')
      expect(endings.length).toBeLessThanOrEqual(ended.length)
    }
  })

  it('a draw officer passes a prize on after reauthentication, while fulfilment ships and support reads [B-13.12]', async () => {
    const { giveaway } = await drawn(2, { title: 'Rights' })
    const [{ id }] = await placesOf(giveaway)
    const json = { as: 'forfeited', reason: 'No answer' }
    const pass = async (role: 'manager' | 'fulfilment' | 'support' | 'draw-officer') =>
      (await shop.call(`/api/admin/winners/${id}/pass-on`, { as: await shop.addUser({ role }), json })).status
    expect([await pass('support'), await pass('fulfilment'), await pass('manager')]).toEqual([403, 403, 403])
    const officer = await shop.addUser({ role: 'draw-officer' })
    shop.clock.advance(16 * 60_000)
    const stale = await shop.call(`/api/admin/winners/${id}/pass-on`, { as: officer, json })
    expect(stale.json.code).toBe('ReauthenticationRequired')
    expect(await pass('draw-officer')).toBe(200)
    const support = await shop.addUser({ role: 'support' })
    expect((await shop.call('/api/admin/winners', { as: support })).status).toBe(200)
    const message = { subject: 'Hello', text: 'There' }
    expect((await shop.call(`/api/admin/winners/${id}/messages`, { as: support, json: message })).status).toBe(403)
    await afterDays(0)
  })
})

describe('a winner who leaves', () => {
  it('a winner who deletes the account gives up the prize, and the public result stays', async () => {
    const { giveaway, entrants } = await drawn(2, { title: 'Left Behind' })
    await tend()
    const [first] = await placesOf(giveaway)
    const as = entrants.find(({ email }) => email === first.email)!
    await shop.call(`/api/prizes/${first.id}/accept`, { as, json: { shipTo: HOME, isEligible: true } })
    await leave(as)
    const [before, heir] = await placesOf(giveaway)
    expect(before).toMatchObject({ state: 'declined', endedReason: 'The account was deleted.' })
    expect(before.email).not.toBe(first.email)
    expect(await winner(first.id)).toMatchObject({ shipTo: null, messages: [] })
    expect(heir.place).toBe(2)
    const { order } = await proofOf(giveaway)
    expect(order[0].passed.reasonClass).toBe('left')
    expect((await verdictOf(giveaway)).ok).toBe(true)
  })
})

describe('the lists of staff', () => {
  it('lists go on by cursor, filter by state, and name the overdue first [B-12.29] [B-12.52] [B-12.148] [B-13.2] [B-13.59]', async () => {
    const before = (await asAdmin('/api/admin/winners')).json.giveaways
    expect(before[0]).toMatchObject({
      giveawayId: expect.any(String),
      giveaway: { title: expect.any(String), tier: 'Bronze', value: expect.any(Number), endDate: null },
      winners: expect.arrayContaining([expect.objectContaining({ slotNumber: expect.any(Number), method: 'random' })]),
      totalWinners: before[0].winners.length,
    })
    const pages: string[] = []
    let cursor = ''
    for (let page = 0; page < 20; page++) {
      const { json } = await asAdmin(`/api/admin/winners?limit=2${cursor && `&cursor=${cursor}`}`)
      pages.push(...json.giveaways.map(({ giveawayId }: { giveawayId: string }) => giveawayId))
      cursor = json.nextCursor ?? ''
      if (!cursor) break
    }
    expect(pages).toEqual(before.map(({ giveawayId }: { giveawayId: string }) => giveawayId))
    const done = (await asAdmin('/api/admin/winners?state=done')).json
    expect(done.giveaways).toEqual([])
    expect((await asAdmin('/api/admin/winners?cursor=x')).status).toBe(400)

    const { giveaway } = await drawn(1, { title: 'Overdue' })
    const [{ id, email }] = await placesOf(giveaway)
    await tend()
    await accept(id, { key: await keyFor(email) })
    await prizes.afterDays(8)
    const { json } = await asAdmin('/api/admin/winners/tasks')
    const due = json.tasks.map(({ dueAt }: { dueAt: string }) => dueAt)
    expect(due).toEqual(due.toSorted())
    expect(json.overdue).toBe(json.tasks.filter(({ isOverdue }: { isOverdue: boolean }) => isOverdue).length)
    expect(json.open).toBe(json.tasks.length)
    const own = json.tasks.find(({ winnerId }: { winnerId: string }) => winnerId === id)
    expect(own).toMatchObject({ task: 'ship', isOverdue: true, title: 'Overdue' })
  })

  it('staff write to a winner, and the shop keeps the message [B-13.60]', async () => {
    const { giveaway } = await drawn(1, { title: 'Talk' })
    await tend()
    const [{ id, email }] = await placesOf(giveaway)
    const json = { subject: 'Which size?', text: 'We have M and L.\n\n<b>Which</b> one?' }
    expect((await asAdmin(`/api/admin/winners/${id}/messages`, { ...json, text: ' ' })).json.errors.text).toEqual([
      'Please enter a message',
    ])
    const wrote = await asAdmin(`/api/admin/winners/${id}/messages`, json)
    expect(wrote.json.messages[0]).toMatchObject({ kind: 'written', subject: 'Which size?', body: json.text })
    await shop.settleJobs()
    const [mail] = await shop.outbox(email)
    expect(mail).toMatchObject({ subject: 'Which size?', html: expect.stringContaining('&lt;b&gt;') })
  })

  it('a notice that could not be sent is reported, and staff record how else they reached the winner [B-12.241] [B-13.55]', async () => {
    const { giveaway } = await drawn(1, { title: 'No Mail' })
    await tend()
    const [{ id }] = await placesOf(giveaway)
    // As if the mail server had refused the notice for a day.
    const untold = { state: 'drawn', notified_at: null, answer_due_at: null, task: 'tell' } as const
    const { notice_id: notice } = await shop.services.db
      .updateTable('winner')
      .set({ ...untold, task_due_at: shop.clock.now() })
      .where('id', '=', id)
      .returning('notice_id')
      .executeTakeFirstOrThrow()
    const failed = { state: 'failed', sent_at: null, reason: 'no such mailbox' } as const
    await shop.services.db.updateTable('message').set(failed).where('id', '=', notice!).execute()
    await tend()
    expect(await winner(id)).toMatchObject({ state: 'drawn', task: 'tell', notice: 'failed' })
    const told = await asAdmin(`/api/admin/winners/${id}/tell`, { by: 'otherwise', reason: 'By phone' })
    expect(told.json).toMatchObject({ state: 'notified', task: null })
  })
})
