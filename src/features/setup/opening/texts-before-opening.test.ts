import { beforeAll, describe, expect, it } from 'vitest'
import { newTestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { publishDocuments } from '#features/legal/commands.server.ts'
import type { LegalDocument } from '#features/legal/contract.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'

const shop = await newTestShop({ connections: 8 })
let owner: TestUser
beforeAll(async () => {
  owner = await shop.addUser({ admin: true })
})

const status = async (kind: string, version: number) => (await shop.call(`/api/legal/${kind}/${version}`)).status
const documentOf = async (kind: string): Promise<LegalDocument & { versions: { version: number }[] }> =>
  (await shop.call('/api/legal')).json.documents.find((document: LegalDocument) => document.kind === kind)
const listed = async (kind: string) => (await documentOf(kind)).versions.map(({ version }) => version)

/** Publishes the terms with another clause. @returns the new version. */
async function publishTerms(): Promise<number> {
  const { title, clauses, version } = await documentOf('terms')
  shop.clock.advance(60_000)
  const more = { title: `Clause ${clauses.length + 1}`, blocks: ['Another promise.'] }
  await publishDocuments(shop.system, [{ kind: 'terms', title, clauses: [...clauses, more] }])
  shop.clock.advance(60_000)
  return version + 1
}

async function register(email: string) {
  const browser = openBrowser(shop)
  await browser.register({ email })
  return async () => browser.confirm(email, await browser.codeFor(email))
}

describe('the legal texts of a new shop', () => {
  let confirmLate: () => Promise<unknown>

  it('a version that was replaced before the opening is hidden, with the placeholders of a new shop [B-35.11]', async () => {
    expect((await shop.call('/api/legal/terms/1')).text).toContain('Company name')
    shop.clock.advance(60_000)
    await shop.changeSettings({ contact: { company: 'Northline LLC' } })
    await shop.settleJobs()
    expect(await listed('terms')).toEqual([2])
    expect(await status('terms', 1)).toBe(404)
    expect((await shop.call('/api/legal')).text).not.toContain('Company name')
  })

  it('a version that a registration or an order accepted before the opening stays readable [B-35.11]', async () => {
    await (await register('early@visitor.example'))()
    expect(await publishTerms()).toBe(3)
    expect(await listed('terms')).toEqual([3, 2])

    const shopping = shoppingIn(shop)
    const { item } = await shopping.addProduct()
    const { orderId } = (await shopping.checkout(owner, [item])).json
    expect((await shopping.orderRow(orderId)).terms_version).toBe(3)
    await publishTerms()
    expect(await listed('terms')).toEqual([4, 3, 2])
  })

  it('an acceptance of a version that was no longer in force makes it not public [B-35.11]', async () => {
    const json = { documents: [{ kind: 'terms', version: 1 }] }
    await shop.call('/api/my/legal/accept', { as: owner, json })
    expect(await status('terms', 1)).toBe(404)
  })

  it('the opening keeps what was public, and each later version stays readable [B-35.11]', async () => {
    confirmLate = await register('late@visitor.example')
    await publishTerms()
    expect(await publishTerms()).toBe(6)
    expect(await listed('terms')).toEqual([6, 3, 2])
    expect((await shop.call('/api/admin/open', { as: owner, json: { word: 'OPEN' } })).status).toBe(200)
    expect(await listed('terms')).toEqual([6, 3, 2])
    await publishTerms()
    await publishTerms()
    expect(await listed('terms')).toEqual([8, 7, 6, 3, 2])
    expect([await status('terms', 4), await status('terms', 5), await status('terms', 7)]).toEqual([404, 404, 200])
  })

  it('a registration of before the opening that is confirmed after it keeps its version readable [B-35.11]', async () => {
    await confirmLate()
    expect([await status('terms', 4), await status('terms', 5)]).toEqual([200, 404])
  })

  it('a hidden version stays stored as it was published', async () => {
    const { rows } = await shop.services.pool.query(`select version from legal_document where kind = 'terms'`)
    expect(rows).toHaveLength(8)
  })
})

it('a shop that existed before shops opened shows every version [B-35.11]', async () => {
  const old = await testShop()
  const { title, clauses } = (await old.call('/api/legal')).json.documents[0]
  old.clock.advance(1000)
  await publishDocuments(old.system, [{ kind: 'terms', title, clauses: clauses.slice(1) }])
  expect((await old.call('/api/legal/terms/1')).status).toBe(200)
})
