import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '../../testing/giving.ts'

const { shop, admin, asAdmin, addGiveaway, inDays } = await openGivingShop()

const pathOf = ({ id }: { id: string }) => `/api/admin/giveaways/${id}/filing-pack.pdf`
async function wordsOf(giveaway: { id: string }, as: TestUser) {
  const answer = await shop.web.app.request(pathOf(giveaway), { headers: { authorization: `Bearer ${as.idToken}` } })
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: true,
  })
  return text.replace(/\s+/g, ' ')
}

describe('a filing pack', () => {
  it('has sponsor, prize, value, dates, people, duties and the official rules of a draft, and of a public giveaway [B-26.18]', async () => {
    const clerk = await shop.addUser({ role: 'manager', name: 'Kim Vale' })
    const entrant = await shop.addUser({ credits: { Bronze: 1 } })
    const giveaway = await addGiveaway({
      ...{ title: 'Trail Rig', description: 'It pulls.', value: 6000, isDraft: true, minimumAge: 25 },
      ...{ startDate: inDays(42), endDate: inDays(60), eligibleStates: ['FL', 'UT'] },
    })
    const done = (duty: string, json: object) =>
      shop.call(`/api/admin/giveaways/${giveaway.id}/obligations/${duty}/done`, { as: clerk, json })
    expect((await done('fl-filing', { reference: 'GP-2027-11' })).status).toBe(200)
    const body = new FormData()
    body.append('files', new File(['%PDF-1.7 bond'], 'bond.pdf'))
    const evidence = `/api/admin/giveaways/${giveaway.id}/obligations/fl-bond/evidence`
    expect((await shop.call(evidence, { method: 'POST', as: clerk, body })).status).toBe(200)

    const draft = await wordsOf(giveaway, clerk)
    for (const fact of [
      ...['Trail Rig', 'Redoubt Supply Co., PO Box 2100', 'It pulls.', 'Total value of all prizes $6,000.00'],
      ...['States Florida and Utah', '25 on the day of the entry', 'PO Box 2101', 'By the form on the giveaway’s page'],
      ...['Reference: GP-2027-11', 'Evidence: bond.pdf', 'Status: done', 'Status: open', 'no legal advice'],
      ...['Version 1, not published yet', 'No purchase is necessary to enter or win.', '13. CHANGES'],
    ])
      expect(draft, fact).toContain(fact)
    expect(draft).toMatch(/Start \w+ \d+, \d{4}.* End \w+ \d+, .* Mailed entries received .* to .* Draw /)
    expect(draft).not.toMatch(/\*\*|\]\(/)

    expect((await asAdmin(`/api/giveaways/${giveaway.id}`, { isDraft: false }, 'PATCH')).status).toBe(200)
    const { hash } = (await shop.call(`/api/giveaways/${giveaway.id}/rules`, { as: admin })).json
    expect(draft).toContain(hash)
    const pack = await wordsOf(giveaway, admin)
    expect(pack).toMatch(/Version 1 of \w+ \d+, \d{4}/)
    expect(pack).toContain(hash)
    for (const word of ['Kim Vale', clerk.email, admin.email, entrant.email, 'obligations/', giveaway.id])
      expect(pack).not.toContain(word)
  })

  it('is refused to roles that may not read giveaways, and unknown for an unknown giveaway [B-26.18]', async () => {
    const giveaway = await addGiveaway()
    const packer = await shop.addUser({ role: 'fulfilment' })
    expect((await shop.call(pathOf(giveaway), { as: packer })).status).toBe(403)
    expect((await shop.call(pathOf(giveaway), { as: await shop.addUser() })).status).toBe(403)
    expect((await shop.call(pathOf(giveaway))).status).toBe(401)
    expect((await asAdmin(pathOf({ id: crypto.randomUUID() }))).json.code).toBe('giveaway_not_found')
  })
})
