import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { publishDocuments } from '#features/legal/commands.server.ts'
import type { LegalDocument } from '#features/legal/contract.ts'
import type { BoughtUnder } from '#features/legal/rules.ts'
import { shoppingIn } from '../../testing/shopping.ts'

const shop = await testShop({ connections: 8 })
const shopping = shoppingIn(shop)
const buyer = await shop.addUser()
const owner = await shop.addUser({ admin: true })

const textOf = async (kind: BoughtUnder) => {
  const { documents } = (await shop.call('/api/legal')).json
  return documents.find((document: LegalDocument) => document.kind === kind) as LegalDocument
}
const versions = async () => (await shop.call('/api/legal/versions')).json.versions

/** Publishes the text with another clause. @returns its version. */
async function publishAgain(kind: BoughtUnder): Promise<number> {
  const { title, clauses } = await textOf(kind)
  shop.clock.advance(1000)
  const more = { title: `Clause ${clauses.length + 1}`, blocks: ['A new promise.'] }
  await publishDocuments(shop.system, [{ kind, title, clauses: [...clauses, more] }])
  return (await textOf(kind)).version
}

async function place(extra: object = {}, as = buyer) {
  const { item } = await shopping.addProduct()
  return shopping.checkout(as, [item], extra)
}
const orderOf = async (id: string, as = buyer) => (await shop.call(`/api/orders/${id}`, { as })).json
const shown = ({ terms, privacy }: Record<BoughtUnder, number>) => [
  { kind: 'terms', version: terms },
  { kind: 'privacy', version: privacy },
]

describe('an order', () => {
  it('an order keeps the versions of the texts that were in force when it was placed, and their words stay readable from it [B-10.110]', async () => {
    const before = await versions()
    const words = (await textOf('terms')).clauses
    const { orderId } = (await place()).json
    await publishAgain('terms')
    const after = await versions()
    expect(after).toEqual({ ...before, terms: before.terms + 1 })
    const later = (await place()).json.orderId

    for (const as of [buyer, owner]) {
      expect((await orderOf(orderId, as)).acceptedTexts).toEqual(shown(before))
      expect((await orderOf(later, as)).acceptedTexts).toEqual(shown(after))
    }
    expect((await shop.call(`/api/legal/terms/${before.terms}`)).json.clauses).toEqual(words)
    const { orders } = (await shop.call('/api/my/export', { as: buyer })).json
    expect(orders.map(({ acceptedTexts }: { acceptedTexts: object }) => acceptedTexts)).toEqual([
      shown(after),
      shown(before),
    ])
  })

  it('a draft of a text changes nothing that an order accepts [B-10.110]', async () => {
    const before = await versions()
    const { version, clauses } = (await shop.call('/api/admin/legal/terms', { as: owner })).json
    const draft = [...clauses, { name: null, title: 'Draft', blocks: [{ kind: 'text', text: 'Not yet.' }] }]
    const json = { version, clauses: draft }
    expect((await shop.call('/api/admin/legal/terms', { as: owner, method: 'PATCH', json })).status).toBe(200)
    const { orderId } = (await place({ accepts: before })).json
    expect((await orderOf(orderId)).acceptedTexts).toEqual(shown(before))
    const back = { version: version + 1, clauses: null }
    await shop.call('/api/admin/legal/terms', { as: owner, method: 'PATCH', json: back })
  })

  it('an order of the last release, which stores no version, is read as before [B-10.110]', async () => {
    const { orderId } = (await place()).json
    const row = { terms_version: null, privacy_version: null }
    await shop.services.db.updateTable('customer_order').set(row).where('id', '=', orderId).execute()
    expect((await orderOf(orderId)).acceptedTexts).toEqual([])
    expect((await shop.call('/api/my/orders', { as: buyer })).status).toBe(200)
  })
})

describe('a text that is published between the page and the press', () => {
  it('refuses the press by its name, holds nothing, and the next press accepts the new version [B-10.111]', async () => {
    const opened = await versions()
    await publishAgain('privacy')
    const refused = await place({ accepts: opened })
    expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
      409,
      'texts_changed',
      'We published a new version of our Privacy Policy. Please read it, then pay again.',
    ])
    expect(refused.json.versions).toEqual(await versions())

    const { item, variantId } = await shopping.addProduct({ stock: [1] })
    const both = { terms: opened.terms - 1, privacy: opened.privacy }
    const again = await shopping.checkout(buyer, [item], { accepts: both })
    expect(again.json.detail).toContain('our Terms and Privacy Policy.')
    expect(await shopping.stockOf(variantId)).toMatchObject({ held: 0 })

    const { orderId } = (await shopping.checkout(buyer, [item], { accepts: refused.json.versions })).json
    expect((await orderOf(orderId)).acceptedTexts).toEqual(shown(refused.json.versions))
  })

  it('of forty presses during a publication each stores the version that it named, or is refused [B-10.111]', async () => {
    const opened = await versions()
    const buyers = await Promise.all(Array.from({ length: 40 }, () => shop.addUser()))
    const presses = buyers.map(as => place({ accepts: opened }, as))
    const [answers] = await Promise.all([Promise.all(presses), publishAgain('terms')])
    const placed = answers.flatMap(({ json }, at) => (json.orderId ? [{ id: json.orderId, as: buyers[at]! }] : []))
    expect(answers.filter(({ json }) => json.code === 'texts_changed').length + placed.length).toBe(40)
    for (const { id, as } of placed) expect((await orderOf(id, as)).acceptedTexts).toEqual(shown(opened))
  })

  it('a call that names no version accepts those in force [B-10.111]', async () => {
    await publishAgain('terms')
    const { orderId } = (await place()).json
    expect((await orderOf(orderId)).acceptedTexts).toEqual(shown(await versions()))
    expect((await place({ accepts: { terms: 0 } })).status).toBe(400)
  })
})
