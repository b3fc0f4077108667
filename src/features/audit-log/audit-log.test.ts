import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import { daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { processorMsOf } from '#platform/testing/processor-time.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Gale' })
const agent = await shop.addUser({ role: 'support', name: 'Alex Quill' })

const actor = () => ({
  ...shop.system,
  requestId: 'request-1',
  actor: { ...owner, name: 'Robin Gale', isAdmin: true, role: 'owner' as const, isSubscriber: false },
})
const records = async (query = '', as = owner) => shop.call(`/api/admin/records${query}`, { as })

describe('the audit log', () => {
  it('keeps differing fields only, with user, role, time, reason and call [B-13.61]', async () => {
    await writeAuditLog(actor(), {
      action: 'changed',
      subject: { type: 'product', id: 'p1', label: 'Field Pack' },
      before: { price: 10, name: 'Field Pack', tags: ['a'] },
      after: { price: 12, name: 'Field Pack', tags: ['a', 'b'] },
      reason: '  New supplier  ',
    })
    const [record] = (await records('?type=product&id=p1')).json.records
    expect(record).toMatchObject({
      at: shop.clock.now().toISOString(),
      actor: { id: owner.userId, name: 'Robin Gale', role: 'owner' },
      action: 'changed',
      subject: { type: 'product', id: 'p1', label: 'Field Pack' },
      before: { price: 10, tags: ['a'] },
      after: { price: 12, tags: ['a', 'b'] },
      reason: 'New supplier',
      requestId: 'request-1',
    })
    expect(Object.keys(record.after).sort()).toEqual(['price', 'tags'])
  })

  it('writes nothing where nothing changed', async () => {
    const subject = { type: 'product', id: 'p2' } as const
    await writeAuditLog(actor(), { action: 'changed', subject, before: { price: 10 }, after: { price: 10 } })
    expect((await records('?type=product&id=p2')).json.records).toEqual([])
  })

  it('holds no personal data: addresses are masked, other values left out', async () => {
    await writeAuditLog(actor(), {
      action: 'changed',
      subject: { type: 'person', id: 'u1', label: 'sam.porter@mail.example.com' },
      before: { phone: '+18015550100', email: 'sam@example.com', role: null },
      after: { phone: '+18015550199', email: 'kim@example.org', role: 'support' },
      reason: 'Asked by sam@example.com',
    })
    const { rows } = await shop.services.pool.query(
      `select audit_log::text as row from audit_log where subject_id = 'u1'`,
    )
    expect(rows[0].row).not.toMatch(/porter|5550100|5550199|sam@|kim@/)
    const [record] = (await records('?type=person')).json.records
    expect(record.subject.label).toBe('s•••@m•••.com')
    expect(record.after).toEqual({ phone: '•••', email: 'k•••@e•••.org', role: 'support' })
    expect(record.reason).toBe('Asked by s•••@e•••.com')
  })

  it('accepts texts of any length and characters quickly', async () => {
    const subject = { type: 'product', id: 'p3' } as const
    const after = { description: '\\\\@b.example "\\n" ', features: ['a'.repeat(5000), `${'a'.repeat(5000)}@`] }
    const write = async () => {
      for (let n = 0; n < 5; n++) await writeAuditLog(actor(), { action: 'changed', subject, after })
    }
    expect(await processorMsOf(write)).toBeLessThan(500)
    const [record] = (await records('?type=product&id=p3')).json.records
    expect(record.after.features).toEqual(after.features)
  })

  it('the audit log shows rows of a kind to staff who may read that kind', async () => {
    const settings = { type: 'settings', id: 'shop', label: 'Settings' } as const
    await writeAuditLog(actor(), { action: 'changed', subject: settings, after: { 'fee.clientShare': 0.3 } })
    const officer = await shop.addUser({ role: 'draw-officer' })
    const countsFor = async (as: TestUser) =>
      Promise.all(
        ['settings', 'person', 'entry'].map(async type => {
          const subject = { type: type as 'person', id: 'kinds' }
          await writeAuditLog(actor(), { action: 'changed', subject })
          return (await records(`?type=${type}&limit=1`, as)).json.records.length
        }),
      )
    expect([await countsFor(owner), await countsFor(agent), await countsFor(officer)]).toEqual([
      [1, 1, 1],
      [0, 1, 1],
      [0, 0, 1],
    ])
    expect(JSON.stringify((await records('', agent)).json)).not.toContain('clientShare')
  })

  it('the audit log cannot be changed, not even by the owner of the tables [B-13.62]', async () => {
    const { pool } = shop.services
    for (const attempt of [`update audit_log set reason = 'other'`, 'delete from audit_log', 'truncate audit_log'])
      await expect(pool.query(attempt), attempt).rejects.toThrow('append-only')
  })

  it('records a staff call without the right and answers 403; a shopper is refused without a row [B-12.192] [B-13.73]', async () => {
    const shopper = await shop.addUser()
    const refused = await shop.call('/api/admin/revenue?period=all', { as: agent })
    expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
      403,
      'Unauthorized',
      'Unauthorized access',
    ])
    expect((await shop.call('/api/admin/revenue?period=all', { as: shopper })).status).toBe(403)
    const found = (await records('?type=route')).json.records
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      actor: { name: 'Alex Quill', role: 'support' },
      action: 'was refused',
      subject: { id: 'GET /api/admin/revenue' },
      after: { right: 'revenue.read' },
    })
  })

  it('is searched by words, user and days, page by page, newest first [B-13.2] [B-13.63]', async () => {
    const now = shop.clock.now()
    for (const number of [1, 2, 3]) {
      const at = new Date(+now - (3 - number) * 86_400_000)
      const subject = { type: 'giveaway', id: `g${number}`, label: `Night Watch 100%_${number}` } as const
      await writeAuditLog({ ...actor(), now: () => at }, { action: 'closed', subject, reason: 'Sold out' })
    }
    const yesterday = daysAfter(shopDayOf(now), -1)
    const idsOf = async (query: string) =>
      (await records(query)).json.records.map((one: { subject: { id: string } }) => one.subject.id)
    expect(await idsOf('?q=night%20watch')).toEqual(['g3', 'g2', 'g1'])
    expect(await idsOf('?q=100%25_2')).toEqual(['g2'])
    expect(await idsOf(`?from=${yesterday}&actor=${owner.userId}&action=closed`)).toEqual(['g3', 'g2'])
    expect(await idsOf(`?from=${yesterday}&to=${yesterday}`)).toEqual(['g2'])
    expect(await idsOf(`?actor=${agent.userId}&type=giveaway`)).toEqual([])
    const first = (await records('?type=giveaway&limit=2')).json
    expect(await idsOf(`?type=giveaway&limit=2&cursor=${first.nextCursor}`)).toEqual(['g1'])
    expect((await records('?cursor=nonsense')).status).toBe(400)
  })
})
