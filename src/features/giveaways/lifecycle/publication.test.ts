import { describe, expect, it } from 'vitest'
import { openGivingShop } from '../testing/giving.ts'
import { readPublication } from './queries/publication.server.ts'

const giving = await openGivingShop()
const { shop, inDays, asAdmin, addGiveaway } = giving

const publish = (id: string, more: object = {}) => asAdmin(`/api/giveaways/${id}`, { isDraft: false, ...more }, 'PATCH')
const blocksOf = async (id: string) => (await asAdmin(`/api/admin/giveaways/${id}/publication`)).json.blocks

const actionsOf = async (id: string) =>
  (
    await shop.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('id', 'asc')
      .execute()
  ).map(({ action }) => action)

const rulesOf = async (id: string) =>
  (await shop.services.db.selectFrom('giveaway_rules').select('version').where('giveaway_id', '=', id).execute()).length

describe('what stands in the way of a publication', () => {
  it('staff read a sentence for each duty before they publish, and the publication says the same [B-12.257]', async () => {
    const draft = await addGiveaway({ isDraft: true, value: 6000, eligibleStates: ['FL'], startDate: inDays(60) })
    const blocks = await blocksOf(draft.id)
    expect(blocks.map(({ code }: { code: string }) => code)).toEqual(['obligations_open', 'obligations_open'])
    const refused = await publish(draft.id)
    expect(refused.json.code).toBe('obligations_open')
    for (const { message } of blocks) expect(refused.json.detail).toContain(message)
    expect(await blocksOf((await addGiveaway({ isDraft: true })).id)).toEqual([])
    expect((await asAdmin(`/api/admin/giveaways/${draft.id.replace(/.$/, '0')}9/publication`)).status).toBe(404)
  })

  it('staff read which facts of the shop are example data before they publish [B-12.257] [B-35.8]', async () => {
    const draft = await addGiveaway({ isDraft: true })
    const production = Object.defineProperty({ ...shop.system, mode: 'production' as const }, 'settings', {
      get: () => shop.system.settings,
    })
    const { blocks } = await readPublication(production, draft.id)
    expect(blocks).toEqual([
      {
        code: 'example_facts',
        message: expect.stringMatching(/^The official rules would name example data: the name of/),
      },
    ])
  })
})

describe('publishing concurrently', () => {
  it('twenty presses of one and of two members of staff publish once [B-12.258]', async () => {
    const other = await shop.addUser({ role: 'manager' })
    const { id } = await addGiveaway({ isDraft: true })
    const presses = Array.from({ length: 20 }, (_, at) =>
      at % 2
        ? publish(id)
        : shop.call(`/api/giveaways/${id}`, { as: other, method: 'PATCH', json: { isDraft: false } }),
    )
    for (const { status, text } of await Promise.all(presses)) expect(status, text).toBe(200)
    expect((await actionsOf(id)).filter(action => action === 'published')).toHaveLength(1)
    expect(await rulesOf(id)).toBe(1)
  })

  it('of publications that send the version they showed, one publishes and the others say so [B-12.258]', async () => {
    const { id } = await addGiveaway({ isDraft: true })
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(id, { version: 1 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'version_conflict')).toHaveLength(7)
  })

  it('an edit beside the publication is published or refused, never lost, and what was read is what is public [B-12.258]', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await addGiveaway({ isDraft: true, title: 'Shown Kit' })
      const [published, edited] = await Promise.all([
        publish(id, { version: 1 }),
        asAdmin(`/api/giveaways/${id}`, { title: 'Edited Kit', version: 1 }, 'PATCH'),
      ])
      expect([published.status, edited.status].sort()).toEqual([200, 409])
      const { json } = await asAdmin(`/api/admin/giveaways/${id}`)
      expect([json.isDraft, json.title]).toEqual(published.status === 200 ? [false, 'Shown Kit'] : [true, 'Edited Kit'])
    }
  })

  it('a deletion beside the publication leaves a draft that is gone or a public giveaway that was deleted, both recorded [B-12.258]', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await addGiveaway({ isDraft: true })
      const [published, deleted] = await Promise.all([publish(id), asAdmin(`/api/giveaways/${id}`, {}, 'DELETE')])
      expect([200, 404]).toContain(published.status)
      expect(deleted.status, deleted.text).toBe(200)
      expect(await actionsOf(id)).toEqual(
        published.status === 200 ? ['created', 'published', 'deleted'] : ['created', 'deleted'],
      )
      expect((await asAdmin(`/api/admin/giveaways/${id}`)).status).toBe(404)
      expect((await shop.call('/api/giveaways')).text).not.toContain(id)
    }
  })
})
