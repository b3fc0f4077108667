import { afterEach, describe, expect, it } from 'vitest'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import type { Giveaway } from '../../giveaway/contract.ts'
import { openGivingShop } from '../../testing/giving.ts'
import type { Obligation } from '../contract.ts'
import { readObligations } from '../queries/obligations.server.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, inDays } = giving
const { carriedOut } = secondPersonOf(shop)
const manager = await shop.addUser({ role: 'manager' })
const officer = await shop.addUser({ role: 'draw-officer' })
afterEach(giving.expectAudited)

/** A draft above $5,000 in all states, with entries from 40 days on. */
const addDraft = (input: object = {}) =>
  addGiveaway({ value: 6000, isDraft: true, startDate: inDays(42), endDate: inDays(60), ...input })
const pathOf = ({ id }: Giveaway, rest = '') => `/api/admin/giveaways/${id}/obligations${rest}`
const listOf = async (giveaway: Giveaway): Promise<Obligation[]> => (await asAdmin(pathOf(giveaway))).json.obligations
const one = async (giveaway: Giveaway, duty: string) => (await listOf(giveaway)).find(found => found.duty === duty)!
const publish = (giveaway: Giveaway, json: object = {}) =>
  asAdmin(`/api/giveaways/${giveaway.id}`, { isDraft: false, ...json }, 'PATCH')
const mark = (giveaway: Giveaway, duty: string, json: object = { reference: 'Receipt 4711' }) =>
  asAdmin(pathOf(giveaway, `/${duty}/done`), json)
const override = (giveaway: Giveaway, duty: string, reason = 'Counsel: exempt') =>
  asAdmin(pathOf(giveaway, `/${duty}/override`), { reason })
const undo = (giveaway: Giveaway, duty: string) => asAdmin(pathOf(giveaway, `/${duty}`), {}, 'DELETE')
const BEFORE = ['ny-filing', 'ny-bond', 'fl-filing', 'fl-bond']
const upload = (giveaway: Giveaway, duty: string, bytes: BlobPart, as = manager) => {
  const body = new FormData()
  body.append('files', new File([bytes], 'bond "1".pdf'))
  return shop.call(pathOf(giveaway, `/${duty}/evidence`), { method: 'POST', as, body })
}

describe('the list of duties', () => {
  it('follows from states, value, dates and the stores of the shop, by due date, and says that it is no advice [B-26.1]', async () => {
    const giveaway = await addDraft()
    const { json } = await asAdmin(pathOf(giveaway))
    expect(json.notice).toContain('no legal advice')
    expect(json.version).toBe(2)
    expect(json.obligations.map(({ duty, status }: Obligation) => [duty, status])).toEqual([
      ...BEFORE.map(duty => [duty, 'open']),
      ['fl-winners', 'open'],
      ['ny-winners', 'open'],
      ['irs-statement', 'open'],
      ['irs-return', 'open'],
    ])
    expect(json.obligations[0].source).toMatchObject({ read: 'statute', citation: expect.stringContaining('369-e') })
    await shop.changeSettings({ retail: { states: ['RI'] } })
    expect((await listOf(giveaway)).map(({ duty }) => duty)).toContain('ri-filing')
    await shop.changeSettings({ retail: { states: [] } })
    expect(await listOf(await addDraft({ value: 100 }))).toEqual([])
  })
})

describe('a task', () => {
  it('is done with a reference, undone, and done with a file that only staff with the right read [B-26.7]', async () => {
    const giveaway = await addDraft()
    expect((await mark(giveaway, 'ny-filing', {})).json.errors.reference).toEqual(['Name the filing, or add a file.'])
    expect((await mark(giveaway, 'ri-filing')).json.code).toBe('obligation_not_found')
    const tomorrow = inDays(1).slice(0, 10)
    const late = await mark(giveaway, 'ny-filing', { reference: 'x', doneOn: tomorrow })
    expect(late.json.code).toBe('obligation_done_in_future')
    expect((await mark(giveaway, 'ny-filing')).status).toBe(200)
    expect(await one(giveaway, 'ny-filing')).toMatchObject({
      ...{ status: 'done', block: null },
      finished: { note: 'Receipt 4711', by: expect.any(String), file: null, value: 6000 },
    })
    expect((await mark(giveaway, 'ny-filing')).json.code).toBe('obligation_finished')
    expect((await undo(giveaway, 'ny-filing')).status).toBe(200)
    expect((await undo(giveaway, 'ny-filing')).json.code).toBe('obligation_not_finished')

    expect((await upload(giveaway, 'ny-bond', '<script>')).json.code).toBe('evidence_unreadable')
    expect((await upload(giveaway, 'ny-bond', '%PDF-1.7 bond', officer)).status).toBe(403)
    expect((await upload(giveaway, 'ny-bond', '%PDF-1.7 bond')).status).toBe(200)
    expect(await one(giveaway, 'ny-bond')).toMatchObject({ status: 'done', finished: { by: expect.any(String) } })
    const file = await shop.call(pathOf(giveaway, '/ny-bond/evidence'), { as: manager })
    expect([file.status, file.text]).toEqual([200, '%PDF-1.7 bond'])
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="bond _1_.pdf"')
    expect((await shop.call(pathOf(giveaway, '/ny-bond/evidence'), { as: officer })).status).toBe(403)
    const { key } = await shop.services.db
      .selectFrom('obligation')
      .select('file_key as key')
      .where('file_key', 'is not', null)
      .executeTakeFirstOrThrow()
    expect((await shop.call(`/files/${key}`)).status).toBe(404)
  })

  it('is set aside by an owner alone, with a reason that the audit log keeps [B-26.8]', async () => {
    const giveaway = await addDraft()
    const path = pathOf(giveaway, '/fl-bond/override')
    expect((await shop.call(path, { as: manager, json: { reason: 'Why not' } })).status).toBe(403)
    expect((await asAdmin(path, { reason: ' ' })).status).toBe(400)
    expect((await override(giveaway, 'fl-bond', 'Waiver of 2024')).status).toBe(200)
    expect(await one(giveaway, 'fl-bond')).toMatchObject({ status: 'overridden', finished: { note: 'Waiver of 2024' } })
    const { action, reason, after } = await shop.services.db
      .selectFrom('audit_log')
      .select(['action', 'reason', 'after'])
      .where('subject_id', '=', giveaway.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect({ action, reason, after }).toMatchObject({
      ...{ action: 'set a duty aside', reason: 'Waiver of 2024' },
      after: { duty: 'fl-bond' },
    })
  })
})

describe('publishing', () => {
  it('is refused with a sentence for each duty before the first entry, and passes once each is finished [B-26.6]', async () => {
    const giveaway = await addDraft()
    const refused = await publish(giveaway)
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({ code: 'obligations_open', duties: BEFORE })
    expect(refused.json.detail).toMatch(
      /New York: File the registration .*, by \w+ \d+, \d{4}\. New York: .* Florida: /,
    )
    for (const duty of BEFORE.slice(0, 3)) await mark(giveaway, duty)
    expect((await publish(giveaway)).json.duties).toEqual(['fl-bond'])
    await override(giveaway, 'fl-bond')
    expect((await publish(giveaway)).json).toMatchObject({ isDraft: false })
    expect((await undo(giveaway, 'ny-filing')).json.code).toBe('obligations_open')
    expect((await one(giveaway, 'ny-filing')).status).toBe('done')
  })

  it('is refused without a draft, after a relisting, and with a start that is too near [B-26.6]', async () => {
    const terms = { title: 'Rig', description: 'It pulls.', value: 6000, startDate: inDays(5) }
    const near = await asAdmin('/api/giveaways', terms)
    expect(near.json.detail).toContain('New York needs 30 days before the first entry: ')
    expect(near.json.detail).toContain('Florida needs 7 days before the first entry')
    const draft = await addDraft({ startDate: inDays(20) })
    for (const duty of BEFORE) await mark(draft, duty)
    expect((await publish(draft)).json.duties).toEqual(['ny-filing', 'ny-bond'])
    // Fewer states are other rules.
    expect((await publish(draft, { eligibleStates: ['FL'] })).json.duties).toEqual(['fl-filing'])
    await asAdmin(`/api/giveaways/${draft.id}`, { eligibleStates: ['FL'] }, 'PATCH')
    await mark(draft, 'fl-filing')
    expect((await publish(draft)).status).toBe(200)
    await carriedOut(await asAdmin(`/api/admin/giveaways/${draft.id}/cancel`, { reason: 'Late', title: draft.title }))
    const again = await asAdmin(`/api/admin/giveaways/${draft.id}/relist`, { startDate: inDays(40) })
    expect(again.json.duties).toEqual(['fl-filing', 'fl-bond'])
  })

  it('a public giveaway takes no change that brings a duty [B-26.9]', async () => {
    const giveaway = await addGiveaway({ value: 6000, eligibleStates: ['UT'], startDate: inDays(50) })
    const change = (json: object) => asAdmin(`/api/giveaways/${giveaway.id}`, json, 'PATCH')
    expect((await change({ eligibleStates: ['UT', 'NY'] })).json.code).toBe('obligations_open')
    expect((await change({ title: 'Rig two', value: 9000 })).status).toBe(200)
    const cheap = await addGiveaway({ value: 5000 })
    expect((await asAdmin(`/api/giveaways/${cheap.id}`, { value: 5001 }, 'PATCH')).json.code).toBe('obligations_open')
  })

  it('and an undone duty, at once: never a public giveaway with an open duty [B-26.10]', async () => {
    const rounds = Array.from({ length: 12 }, () => addDraft({ eligibleStates: ['FL'] }))
    for (const giveaway of await Promise.all(rounds)) {
      await mark(giveaway, 'fl-filing')
      const [over] = await Promise.all([override(giveaway, 'fl-bond'), publish(giveaway)])
      expect(over.status).toBe(200)
      await Promise.all([publish(giveaway), undo(giveaway, 'fl-filing'), undo(giveaway, 'fl-bond'), publish(giveaway)])
      const { isDraft } = (await asAdmin(`/api/admin/giveaways/${giveaway.id}`)).json
      const open = (await listOf(giveaway)).filter(({ block }) => block !== null)
      expect(isDraft || open.length === 0).toBe(true)
    }
  })
})

describe('filed rules', () => {
  const change = ({ id }: Giveaway, json: object) => asAdmin(`/api/giveaways/${id}`, json, 'PATCH')
  const OTHER = 'The filed rules are version 1; the giveaway’s rules are version 2.'

  it('that change open the filing of a draft again, and the publication names it [B-26.21]', async () => {
    const draft = await addDraft({ eligibleStates: ['FL'] })
    for (const duty of ['fl-filing', 'fl-bond']) await mark(draft, duty)
    await change(draft, { description: 'Other words.' })
    expect((await one(draft, 'fl-filing')).status).toBe('done')
    await change(draft, { minimumAge: 30 })
    expect(await one(draft, 'fl-filing')).toMatchObject({
      ...{ status: 'changed', block: expect.stringContaining('The official rules changed after they were filed.') },
      otherRules: 'The official rules changed after they were filed.',
    })
    expect((await one(draft, 'fl-bond')).status).toBe('done')
    const refused = await publish(draft)
    expect(refused.json).toMatchObject({ code: 'obligations_open', duties: ['fl-filing'] })
    expect(refused.json.detail).toMatch(
      /Florida: File the rules .*, by .*\. The official rules changed after they were/,
    )
    expect((await mark(draft, 'fl-filing', { reference: 'Second filing' })).status).toBe(200)
    expect((await publish(draft)).status).toBe(200)
    expect(await one(draft, 'fl-filing')).toMatchObject({ status: 'done', otherRules: null })
  })

  it('of a public giveaway change only with a reason, open the filing again, and cover it again when the words return [B-26.22]', async () => {
    const giveaway = await addDraft({ eligibleStates: ['FL', 'NY'], minimumAge: 30 })
    for (const duty of BEFORE) await mark(giveaway, duty)
    expect((await publish(giveaway)).status).toBe(200)
    const refused = await change(giveaway, { minimumAge: 35 })
    expect(refused.json.code).toBe('filed_rules_reason_needed')
    expect(refused.json.detail).toContain('filed in New York and Florida')
    expect((await change(giveaway, { description: 'Other words.' })).status).toBe(200)
    const rulesReason = 'The maker asks for it.'
    await carriedOut(await change(giveaway, { minimumAge: 35, rulesReason }))
    for (const duty of ['ny-filing', 'fl-filing'])
      expect(await one(giveaway, duty)).toMatchObject({ status: 'changed', otherRules: OTHER })
    expect((await change(giveaway, { eligibleStates: ['FL', 'NY', 'UT'], rulesReason })).json.detail).toContain(OTHER)
    expect((await mark(giveaway, 'fl-winners')).status).toBe(200)
    expect((await undo(giveaway, 'fl-winners')).status).toBe(200)
    expect((await override(giveaway, 'ny-filing')).status).toBe(200)
    expect((await one(giveaway, 'ny-filing')).status).toBe('overridden')
    await carriedOut(await change(giveaway, { minimumAge: 30, rulesReason }))
    expect(await one(giveaway, 'fl-filing')).toMatchObject({ status: 'done', otherRules: null, block: null })
  })
})

describe('a duty after the draw', () => {
  it('turns overdue when the clock passes its date [B-26.4]', async () => {
    const giveaway = await addDraft({ eligibleStates: ['FL'] })
    for (const duty of ['fl-filing', 'fl-bond']) await override(giveaway, duty)
    expect((await publish(giveaway)).status).toBe(200)
    const read = async () =>
      (await readObligations(shop.system, giveaway.id)).obligations.find(({ duty }) => duty === 'fl-winners')!
    const { dueOn, status } = await read()
    expect(status).toBe('open')
    // The token of the calls above expires with this jump.
    shop.clock.advance(+new Date(`${dueOn}T18:00:00Z`) - +shop.clock.now())
    expect(await read()).toMatchObject({ dueOn, status: 'open' })
    shop.clock.advance(86_400_000)
    expect(await read()).toMatchObject({ dueOn, status: 'overdue' })
  })
})
