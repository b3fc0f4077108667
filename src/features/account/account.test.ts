import { verifyBundle } from '@redoubt/draw/verify.ts'
import { describe, expect, it } from 'vitest'
import { issueCredits } from '#features/credits/commands.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { saveProfile } from '#features/identity/profile/commands/profile.server.ts'
import { openBrowser, PASSWORD } from '#features/identity/testing/browser.ts'
import { ProfileBody } from '#features/identity/user/contract.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { waitingOrders } from '#features/orders/order/address/commands/waiting-orders.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'
import { tendDeletedAccounts } from './commands.server.ts'
import { PARTS } from './parts.server.ts'
import { livedIn } from './testing/whole-life.ts'

const giving = await openGivingShop()
const shop = giving.shop

const DAY = 86_400_000
const EMAIL = 'leaves@example.com'
const STREET = '77 Rampart Row'
const MEANT = { confirmation: 'DELETE', password: PASSWORD }

/** Finds texts in every text cell of the database and returns where they are. */
async function placesOf(...texts: string[]): Promise<string[]> {
  const { rows } = await shop.services.pool.query<{ table: string }>(
    `select quote_ident(table_name) as table from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const places: string[] = []
  for (const { table } of rows) {
    const found = await shop.services.pool.query(`select 1 from ${table} row where row::text ilike any($1) limit 1`, [
      texts.map(text => `%${text}%`),
    ])
    if (found.rowCount) places.push(table)
  }
  return places.sort()
}

describe('every table with a person in it', () => {
  /** Columns that tie a row to a person, and tables in which the column means staff or an unreadable hash. */
  const PERSONAL = ['user_id', 'email', 'phone', 'recipient', 'mail_email', 'ip', 'ip_address', 'user_agent']

  it('belongs to one feature that exports and erases it', async () => {
    const { rows } = await shop.services.pool.query<{ table_name: string }>(
      // A view holds no data of its own.
      `select distinct table_name from information_schema.columns join information_schema.tables t
         using (table_schema, table_name)
       where table_schema = 'public' and t.table_type = 'BASE TABLE' and column_name = any($1)`,
      [PERSONAL],
    )
    const covered = PARTS.flatMap(part => part.tables)
    expect(rows.map(row => row.table_name).filter(table => !covered.includes(table))).toEqual([])
    expect(covered.length).toBe(new Set(covered).size)
  })
})

describe('the export', () => {
  it('the export is a file with everything that the shop holds about the user [B-4.47]', async () => {
    const { as } = await livedIn(giving, 'exports@example.com', '5 Export Lane')
    const answer = await shop.call('/api/my/export', { as })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="redoubt-account-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.json).toMatchObject({
      profile: { email: 'exports@example.com', phone: '+18015550100', shippingAddress: { line1: '5 Export Lane' } },
      sessions: [{ userAgent: expect.any(String) }],
      legalTextsAccepted: [{ how: 'registration' }, {}, {}],
      referral: { ownCode: expect.stringMatching(/^.{8}$/) },
      supportTickets: [{ subject: 'Where is it?', message: 'My parcel, I mean.' }],
      orders: [{ total: 24.99 }, { lines: [{ name: 'Sealed Pouch', credits: 6 }], shipTo: { line1: '5 Export Lane' } }],
      memberships: [{ plan: 'monthly', status: 'active' }],
      giveawayEntries: expect.arrayContaining([
        expect.objectContaining({ giveaway: 'Drawn Box', slot: 4 }),
        // Auto-entry of the membership may hold a second slot.
        expect.objectContaining({ giveaway: 'Drawn Box', isWinner: true }),
      ]),
      consents: expect.arrayContaining([expect.objectContaining({ channel: 'sms', given: true })]),
    })
    expect(answer.json.creditLedger.length).toBeGreaterThan(3)
    expect(answer.json.messages.length).toBeGreaterThan(2)
    // No secrets that give access, and no data of other people.
    expect(answer.text).not.toMatch(/password|token_hash|secret/i)
    const other = await shop.call('/api/my/export', { as: await shop.addUser() })
    expect(other.json).toMatchObject({ orders: [], giveawayEntries: [], supportTickets: [], messages: [] })
    expect((await shop.call('/api/my/export')).status).toBe(401)
  })
})

describe('the deletion', () => {
  it('the deletion is refused without the typed word, with a wrong password, to staff and to guests [B-4.48]', async () => {
    const { user, idToken } = await openBrowser(shop).join('stays@example.com')
    const as = { userId: user.id, email: user.email, idToken }
    const attempt = (json: object) => shop.call('/api/my/delete-account', { as, json })
    expect((await attempt({ password: PASSWORD })).json.errors.confirmation).toEqual(['Please type DELETE to confirm'])
    expect((await attempt({ ...MEANT, confirmation: 'delete' })).status).toBe(400)
    const wrong = await attempt({ ...MEANT, password: 'Wrong-Pass1!' })
    expect([wrong.status, wrong.json.code]).toEqual([400, 'IncorrectPassword'])
    expect((await shop.call('/api/my/delete-account', { json: MEANT })).status).toBe(401)

    const stale = await shop.idTokens.issue({ ...user, userId: user.id, name: 'Robin Gale', isSubscriber: false })
    const unproved = await shop.call('/api/my/delete-account', {
      as: { ...as, idToken: stale.idToken },
      json: { confirmation: 'DELETE' },
    })
    expect([unproved.status, unproved.json.code]).toEqual([403, 'ReauthenticationRequired'])

    await shop.services.db.updateTable('users').set({ role: 'owner' }).where('id', '=', user.id).execute()
    expect((await attempt(MEANT)).json.code).toBe('staff_account')
    expect((await openBrowser(shop).signIn('stays@example.com')).json.success).toBe(true)
  })

  it('the deletion lists what it removes, removes it, keeps the required proof, and leaves books and draws valid [B-4.48]', async () => {
    const { as, browser, post, drawn, open, orderId, subscribing } = await livedIn(giving, EMAIL, STREET)
    const proofBefore = (await shop.call(`/api/giveaways/${drawn.id}/draw`)).json

    expect((await shop.call('/api/my/delete-account', { as })).json).toMatchObject({
      openEntries: [{ giveaway: 'Open Box', slots: [2, 9] }],
      credits: { bronzeCredits: expect.any(Number), goldCredits: 0 },
      membership: { plan: 'monthly' },
      prizes: ['Drawn Box'],
    })
    const answer = await post('/api/my/delete-account', MEANT)
    expect(answer.json).toEqual({ success: true, message: 'Your account has been deleted.' })
    expect((await post('/api/my/delete-account', MEANT)).status).toBe(401)

    // Sign-in fails, and issued tokens are void at once.
    expect((await shop.call('/api/my/profile', { as })).status).toBe(401)
    expect((await browser.token()).status).toBe(401)
    expect((await openBrowser(shop).signIn(EMAIL)).status).toBe(401)

    const user = await shop.services.db.selectFrom('users').selectAll().where('id', '=', as.userId).executeTakeFirst()
    expect(user).toMatchObject({ name: 'Former customer', phone: null, birth_date: null, enabled: false })
    // The entries of the open giveaway are free again. The entry of the drawn giveaway stays for the proof.
    const { taken } = await giving.slotsOf(open)
    expect(taken.filter((slot: number) => [2, 9].includes(slot))).toEqual([])
    const proof = (await shop.call(`/api/giveaways/${drawn.id}/draw`)).json
    // The prize was not shipped, so it went to an alternate at the deletion.
    const { winner, order } = proof.result
    expect(proof).toEqual({ ...proofBefore, result: { ...proofBefore.result, winner, order } })
    expect(order[0]).toMatchObject({
      slot: proof.result.winnerSlot,
      passedAt: expect.any(String),
      passed: { reasonClass: 'left' },
    })
    expect(winner).not.toContain('R•••')
    await tendDraws(shop.system)
    expect(verifyBundle((await shop.call(`/api/giveaways/${drawn.id}/draw.json`)).text)).toMatchObject({ ok: true })
    await giving.expectAudited()

    // The membership has ended, at the provider as well.
    await subscribing.settle()
    const membership = await shop.services.db
      .selectFrom('membership')
      .select(['status', 'provider_id'])
      .where('user_id', '=', as.userId)
      .executeTakeFirstOrThrow()
    expect(membership.status).toBe('cancelled')
    expect((await shop.services.payments.readSubscription(membership.provider_id!)).status).toBe('canceled')

    // The last messages. Orders inside the return period keep their address; no other row does.
    await shop.settleJobs()
    expect((await shop.outbox(EMAIL)).map(({ subject }) => subject)).toEqual([
      'Your Redoubt account was deleted',
      'A change of your prize: Drawn Box',
    ])
    // The staff's own mail about the ticket. Outside demo mode its text is wiped at delivery.
    await shop.services.db.deleteFrom('message').where('recipient', '=', shop.services.settings.supportEmail).execute()
    expect(await placesOf(STREET)).toEqual(['customer_order'])
    expect((await subscribing.orderRow(orderId)).email).toBe(EMAIL)
    shop.clock.advance(31 * DAY)
    await tendDeletedAccounts(shop.system)
    expect(await placesOf(STREET, EMAIL)).toEqual([])
    // A link to an invoice leads to a name and an address at the provider.
    const bills = shop.services.db
      .selectFrom('membership_invoice')
      .select('hosted_url')
      .where('user_id', '=', as.userId)
    expect(await bills.execute()).toEqual([{ hosted_url: null }])
    expect((await subscribing.orderRow(orderId)).ship_to).toMatchObject({ state: 'UT', line1: '' })
    shop.clock.advance(-31 * DAY)
  })

  it('the deletion frees the e-mail address for a new account without the old data', async () => {
    const again = await openBrowser(shop).join(EMAIL)
    const as = { userId: again.user.id, email: EMAIL, idToken: again.idToken }
    expect((await shop.call('/api/my/purchases', { as })).json.purchases).toEqual([])
    expect((await shop.call('/api/credits', { as })).json.bronzeCredits).toBe(0)
  })

  it('five concurrent deletions happen once and send one e-mail', async () => {
    const email = 'hurried@example.com'
    const { user, idToken } = await openBrowser(shop).join(email)
    const as = { userId: user.id, email, idToken }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.call('/api/my/delete-account', { as, json: MEANT })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 404].includes(status))).toBe(true)
    expect(await shop.outbox(email)).toHaveLength(1)
  })

  it('the deletion ends a membership that is being paid for in another window, and its next bill', async () => {
    const subscribing = subscribingIn(shop)
    await subscribing.addPlans()
    const as = await shop.addUser()
    const { url } = (await subscribing.begin(as)).json
    const proof = { name: 'Sam', isAdmin: false, role: null, isSubscriber: false, authenticatedAt: shop.clock.now() }
    const { idToken } = await shop.idTokens.issue({ ...as, ...proof })
    expect(
      (await shop.call('/api/my/delete-account', { as: { ...as, idToken }, json: { confirmation: 'DELETE' } })).status,
    ).toBe(200)
    await subscribing.pay(url)
    await subscribing.settle()
    const { status, provider_id: id } = await shop.services.db
      .selectFrom('membership')
      .select(['status', 'provider_id'])
      .where('user_id', '=', as.userId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('cancelled')
    expect((await shop.services.payments.readSubscription(id!)).status).toBe('canceled')
    await giving.expectAudited()
  })

  it('the deletion leaves no trace of an entry made while it runs', async () => {
    const box = await giving.addGiveaway({ title: 'Narrow Box', tier: 'Silver' })
    const as = await shop.addUser({ subscriber: true, credits: { Silver: 3 } })
    const proof = { name: 'Sam', isAdmin: false, role: null, isSubscriber: true, authenticatedAt: shop.clock.now() }
    const { idToken } = await shop.idTokens.issue({ ...as, ...proof })
    // Another transaction holds the membership, so the deletion waits after it has looked for entries.
    const other = await shop.services.pool.connect()
    await other.query('begin')
    await other.query('select from membership where user_id = $1 for update', [as.userId])
    const deletion = shop.call('/api/my/delete-account', { as: { ...as, idToken }, json: { confirmation: 'DELETE' } })
    await waitForLockWaits(shop.services.pool, 1)
    expect((await giving.enter(box, as, { slots: [7] })).status).toBe(200)
    await other.query('commit')
    other.release()
    expect((await deletion).json).toMatchObject({ success: true })
    expect((await giving.slotsOf(box)).taken).toEqual([])
    await giving.expectAudited()
  })

  it('the deletion is final: later writes of another tab restore nothing, and late rows are removed at night', async () => {
    const as = await shop.addUser()
    const ticket = { type: 'support', subject: 'Late', message: 'Too late.', priority: 'low', status: 'open' }
    const proof = { name: 'Sam', isAdmin: false, role: null, isSubscriber: false, authenticatedAt: shop.clock.now() }
    const { idToken } = await shop.idTokens.issue({ ...as, ...proof })
    await shop.call('/api/my/delete-account', { as: { ...as, idToken }, json: { confirmation: 'DELETE' } })
    // Simulates a call that was authorised before the deletion committed.
    const change = { name: 'Back Again', shippingAddress: { line1: '1', city: 'a', state: 'UT', postalCode: '84601' } }
    const late = saveProfile(shop.system, { userId: as.userId, change: ProfileBody.parse(change) }, waitingOrders)
    await expect(late).rejects.toThrow('Authentication required')
    await shop.services.db
      .insertInto('support_ticket')
      .values({ ...ticket, id: as.userId, user_id: as.userId, created_at: new Date(), updated_at: new Date() })
      .execute()
    await tendDeletedAccounts(shop.system)
    expect(await placesOf('Back Again', 'Too late.')).toEqual([])
  })

  it('a deletion concurrent with an entry leaves no entry and no credit, in either order', async () => {
    const box = await giving.addGiveaway({ title: 'Race Box' })
    for (let round = 0; round < 6; round++) {
      const email = `races-${round}@example.com`
      const { user, idToken } = await openBrowser(shop).join(email)
      const as = { userId: user.id, email, idToken }
      await shop.call('/api/my/profile', {
        as,
        json: { shippingAddress: { line1: '1', city: 'a', state: 'UT', postalCode: '84601' } },
      })
      const source = { type: 'test', id: user.id, description: 'For a test' }
      await transact(shop.system, tx =>
        issueCredits(tx, { userId: user.id, tier: 'Bronze', amount: 2, kind: 'granted', source }),
      )
      await Promise.all([
        shop.call('/api/my/delete-account', { as, json: MEANT }),
        giving.enter(box, as, { slots: [round + 1] }),
      ])
      const { rows } = await shop.services.pool.query(
        `select (select coalesce(sum(available), 0)::int from credit_account where user_id = $1) as credits,
          (select count(*)::int from giveaway_entry where user_id = $1 and removed_at is null) as entries`,
        [user.id],
      )
      expect(rows).toEqual([{ credits: 0, entries: 0 }])
    }
    await giving.expectAudited()
  })
})
