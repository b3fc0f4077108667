import { afterEach, describe, expect, it } from 'vitest'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'
import { openCodeShop } from '../testing/coupons.ts'

const codes = await openCodeShop()
afterEach(() => codes.audit())

const create = (json: object) => codes.asAdmin('/api/admin/codes', json)
const change = (id: string, json: object) => codes.asAdmin(`/api/admin/codes/${id}`, json, 'PATCH')
const act = (id: string, verb: string) => codes.asAdmin(`/api/admin/codes/${id}/${verb}`, undefined, 'POST')
const list = async (query: string) => (await codes.asAdmin(`/api/admin/codes?${query}`)).json
const TEN = { kind: 'percent', amount: 10 }

describe('a coupon', () => {
  it('a coupon is created with all its terms and read back', async () => {
    const { id: productId, name } = await codes.addProduct()
    const said = {
      code: 'FIELD-20',
      discount: { kind: 'flat', amount: 20.5 },
      note: 'For the newsletter',
      startsAt: codes.inDays(-1),
      endsAt: codes.inDays(7),
      minimumSubtotal: 60,
      totalLimit: 100,
      personLimit: 1,
      firstOrderOnly: true,
      tiers: ['Gold', 'Platinum'],
      productIds: [productId],
      combinable: true,
    }
    const { status, json } = await create({ ...said, code: ' field-20 ' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ ...said, state: 'active', held: 0, used: 0, late: 0, discountGiven: 0 })
    expect(json.products).toEqual([{ id: productId, name }])
    expect(json.events).toMatchObject([{ kind: 'created', by: 'Robin Vance', changes: {} }])
  })

  it.each<[string, object, string, string]>([
    ['a code with spaces', { code: 'TEN OFF', discount: TEN }, 'code', 'Code needs 3 letters'],
    ['more than all', { code: 'MORE', discount: { kind: 'percent', amount: 101 } }, 'discount.amount', 'more than 100'],
    [
      'a third of a cent',
      { code: 'THIRD', discount: { kind: 'flat', amount: 0.333 } },
      'discount.amount',
      'two decimals',
    ],
    ['no discount', { code: 'NONE' }, 'discount', ''],
    ['a limit of nobody', { code: 'NOBODY', discount: TEN, totalLimit: 0 }, 'totalLimit', 'at least 1'],
    [
      'an unknown product',
      { code: 'LOST', discount: TEN, productIds: ['019cb000-0000-7000-8000-000000000000'] },
      'productIds',
      'of the store',
    ],
    [
      'an end before its start',
      { code: 'BACK', discount: TEN, startsAt: '2026-03-02T12:00:00Z', endsAt: '2026-03-01T12:00:00Z' },
      'endsAt',
      'after the start',
    ],
  ])('a coupon is not created with %s', async (_, json, field, sentence) => {
    const answer = await create(json)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(answer.json.errors[field].join()).toContain(sentence)
  })

  it('a code is unique among coupons and referral codes; that of an archived coupon can be used again', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ code: 'ONCE', discount: TEN })))
    expect(made.map(answer => answer.status).sort()).toEqual([200, 409, 409, 409, 409])
    const { id } = made.find(answer => answer.status === 200)!.json
    expect((await act(id, 'archive')).json.state).toBe('archived')
    expect((await create({ code: 'ONCE', discount: TEN })).status).toBe(200)
    const { code } = (await codes.shop.call('/api/my/referral-code', { as: codes.admin })).json
    expect((await create({ code, discount: TEN })).json).toMatchObject({ status: 409, code: 'coupon_code_taken' })
    expect((await change(id, { note: 'Back?' })).json).toMatchObject({ status: 409, code: 'coupon_archived' })
  })

  it('a coupon can be changed until its first use; then its promises stay, and limits do not fall below its use', async () => {
    const { id, code } = await codes.addCoupon()
    const changed = await change(id, { discount: { kind: 'flat', amount: 3 }, note: 'Half price of a patch' })
    expect(changed.json).toMatchObject({ discount: { kind: 'flat', amount: 3 }, note: 'Half price of a patch' })
    expect(changed.json.events[0]).toMatchObject({
      kind: 'changed',
      by: 'Robin Vance',
      changes: {
        discount: { before: { kind: 'percent', amount: 10 }, after: { kind: 'flat', amount: 3 } },
        note: { before: '', after: 'Half price of a patch' },
      },
    })
    const { item } = await codes.addProduct()
    for (const as of [await codes.shop.addUser(), await codes.shop.addUser()])
      await codes.checkout(as, [item], { code })
    for (const terms of [{ code: 'OTHER' }, { discount: TEN }, { minimumSubtotal: 1 }, { combinable: true }]) {
      expect((await change(id, terms)).json).toMatchObject({ status: 409, code: 'coupon_in_use', promo: code })
    }
    expect((await change(id, { totalLimit: 1 })).json).toMatchObject({ status: 409, code: 'coupon_limit_below_use' })
    const same = { code, discount: { kind: 'flat', amount: 3 }, tiers: [] }
    const late = await change(id, { ...same, totalLimit: 2, endsAt: codes.inDays(3) })
    expect(late.json).toMatchObject({ totalLimit: 2, endsAt: codes.inDays(3), state: 'used-up' })
    expect(late.json.events).toHaveLength(3)
    // A change without effect is not recorded.
    expect((await change(id, { endsAt: codes.inDays(3) })).json.events).toHaveLength(3)
  })

  it.each([null, 5])(
    'a coupon changed between price and order is not applied on unseen terms, limit %s [B-10.52]',
    async totalLimit => {
      const { id, code } = await codes.addCoupon({ totalLimit })
      const { item } = await codes.addProduct()
      const as = await codes.shop.addUser()
      const { pool } = codes.shop.services
      // The order waits for the coupon's row lock, which staff hold during the change.
      const staff = await pool.connect()
      await staff.query('begin')
      await staff.query('update coupon set amount = 100, version = version + 1 where id = $1', [id])
      const buying = codes.checkout(as, [item], { code })
      await waitForLockWaits(codes.shop.services.pool, 1)
      await staff.query('commit')
      staff.release()
      expect((await buying).json).toMatchObject({ status: 409, code: 'code_changed', promo: code })
      expect((await codes.checkout(as, [item], { code, discount: 0.4 })).status).toBe(200)
    },
  )

  it('one of twenty concurrent edits of a coupon is saved; the others get the newer version', async () => {
    const { id } = await codes.addCoupon()
    const { version } = (await codes.asAdmin(`/api/admin/codes/${id}`)).json
    const notes = Array.from({ length: 20 }, (_, n) => `By number ${n}`)
    const answers = await Promise.all(notes.map(note => change(id, { note, version })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const refused = answers.find(({ status }) => status === 409)!.json
    expect(refused).toMatchObject({ code: 'version_conflict', version: version + 1 })
    expect((await change(id, { note: 'Whoever asks', version: version + 1 })).json).toMatchObject({
      version: version + 2,
    })
  })

  it('a coupon is paused, resumed and archived, each recorded once with its actor', async () => {
    const { id } = await codes.addCoupon()
    for (const verb of ['pause', 'pause', 'resume', 'resume', 'archive']) await act(id, verb)
    const { json } = await codes.asAdmin(`/api/admin/codes/${id}`)
    expect(json.events.map((event: { kind: string }) => event.kind)).toEqual([
      'archived',
      'resumed',
      'paused',
      'created',
    ])
    expect((await act(id, 'resume')).json.code).toBe('coupon_archived')
    const { records } = (await codes.asAdmin(`/api/admin/records?type=coupon&id=${id}`)).json
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'archived',
      'resumed',
      'paused',
      'created',
    ])
    expect(records[0].subject.label).toBe(json.code)
  })

  it('only staff manage coupons', async () => {
    const { id } = await codes.addCoupon()
    const as = await codes.shop.addUser()
    for (const path of ['', `/${id}`, `/${id}/uses`]) {
      expect((await codes.shop.call(`/api/admin/codes${path}`, { as })).status).toBe(403)
      expect((await codes.shop.call(`/api/admin/codes${path}`)).status).toBe(401)
    }
    expect((await codes.asAdmin('/api/admin/codes/019cb000-0000-7000-8000-000000000000')).json.code).toBe(
      'coupon_not_found',
    )
  })
})

describe('the list', () => {
  it('the list finds by code, note and state, and continues page by page', async () => {
    const note = 'Batch for the list'
    const [active, scheduled, expired, paused] = [
      await codes.addCoupon({ note, code: 'LIST-ACTIVE' }),
      await codes.addCoupon({ note, startsAt: codes.inDays(2) }),
      await codes.addCoupon({ note, endsAt: codes.inDays(-2) }),
      await codes.addCoupon({ note }),
    ]
    const usedUp = await codes.addCoupon({ note, totalLimit: 1 })
    const { item } = await codes.addProduct()
    await codes.checkout(await codes.shop.addUser(), [item], { code: usedUp.code })
    await act(paused.id, 'pause')
    const archived = await codes.addCoupon({ note })
    await act(archived.id, 'archive')
    const byState = { active, scheduled, expired, paused, 'used-up': usedUp, archived }
    for (const [state, coupon] of Object.entries(byState)) {
      const { codes: found } = await list(`search=batch for&state=${state}`)
      expect(found).toMatchObject([{ id: coupon.id, state }])
    }
    expect((await list('search=list-act')).codes).toMatchObject([{ id: active.id }])
    const seen: string[] = []
    for (let cursor = ''; seen.length < 10; ) {
      const page = await list(`search=batch&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.codes.map((coupon: { id: string }) => coupon.id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual([usedUp, paused, expired, scheduled, active].map(coupon => coupon.id))
  })

  it('the list of uses has user, order, amount and time, page by page [B-11.11]', async () => {
    const { id, code } = await codes.addCoupon()
    const { item } = await codes.addProduct()
    const shoppers = await Promise.all(['Ada Stone', 'Bo Reed', 'Cy Hale'].map(name => codes.shop.addUser({ name })))
    for (const as of shoppers) await codes.checkout(as, [item], { code })
    const path = `/api/admin/codes/${id}/uses?limit=2`
    const first = (await codes.asAdmin(path)).json
    expect(first.uses.map((use: { user: { name: string } }) => use.user.name)).toEqual(['Cy Hale', 'Bo Reed'])
    expect(first.uses[0]).toMatchObject({
      amount: 4,
      state: 'held',
      reference: expect.stringMatching(/^RD-\d+$/),
      usedAt: null,
    })
    const rest = (await codes.asAdmin(`${path}&cursor=${first.nextCursor}`)).json
    expect(rest).toMatchObject({ uses: [{ user: { name: 'Ada Stone' } }], nextCursor: null })
  })
})
