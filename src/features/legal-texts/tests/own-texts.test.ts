import { describe, expect, it } from 'vitest'
import { publishTexts } from '#app/services/settings-ports.server.ts'
import { testShop } from '#app/testing/shop.ts'
import { publishDocuments } from '#features/legal/commands.server.ts'
import type { Kind, LegalDocument } from '#features/legal/contract.ts'
import { listUnreadTexts } from '#features/legal/queries.server.ts'
import { readStoredSettings } from '#features/settings/queries.server.ts'
import type { LegalPreview, LegalTemplate } from '../contract.ts'
import { legalTextsOf } from '../legal-texts.ts'
import type { TemplateClause } from '../template.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
const manager = await shop.addUser({ role: 'manager', name: 'Kim Doe' })

type Caller = typeof owner
const call = (path: string, json?: object, options: { as?: Caller; method?: string } = {}) =>
  shop.call(`/api/admin/legal${path}`, {
    as: options.as ?? owner,
    ...(json && { json }),
    ...(options.method && { method: options.method }),
  })
const read = async (kind: Kind): Promise<LegalTemplate> => (await call(`/${kind}`)).json
const save = (kind: Kind, json: object, as = owner) => call(`/${kind}`, json, { as, method: 'PATCH' })
const publish = (kind: Kind, json: object, as = owner) => call(`/${kind}/publish`, json, { as })
const preview = async (kind: Kind, clauses: TemplateClause[] | null): Promise<LegalPreview> =>
  (await call(`/${kind}/preview`, { clauses })).json
const documentOf = async (kind: Kind): Promise<LegalDocument> =>
  (await shop.call('/api/legal')).json.documents.find((document: LegalDocument) => document.kind === kind)
const wordsOf = async (kind: Kind) => JSON.stringify(await documentOf(kind))

const added = (text: string, title = 'Our promise'): TemplateClause => ({
  name: null,
  title,
  blocks: [{ kind: 'text', text }],
})
/** Publishes the text in its editor with a clause more. */
async function publishWith(kind: Kind, text: string, title?: string) {
  const { version, clauses } = await read(kind)
  return publish(kind, { version, clauses: [...clauses, added(text, title)] })
}
const backToShipped = async (kind: Kind) => publish(kind, { version: (await read(kind)).version, clauses: null })

describe('an own text', () => {
  it('a draft changes no text in force, and its publication is the next version with its notice [B-37.2] [B-37.4]', async () => {
    const shopper = await shop.addUser()
    const before = await documentOf('terms')
    await shop.call('/api/my/legal/accept', {
      as: shopper,
      json: { documents: [{ kind: 'terms', version: before.version }] },
    })
    const { version, clauses } = await read('terms')
    const mine = [...clauses, added('{company} answers within a week.')]
    const saved = await save('terms', { version, clauses: mine }, manager)
    expect(saved.json).toMatchObject({ version: version + 1, isOwn: false, hasDraft: true, clauses: mine })
    expect(await documentOf('terms')).toEqual(before)

    const published = await publish('terms', { version: version + 1, clauses: mine }, manager)
    expect(published.json).toMatchObject({ isOwn: true, hasDraft: false, inForce: { version: before.version + 1 } })
    const after = await documentOf('terms')
    expect(after.version).toBe(before.version + 1)
    expect(after.clauses.at(-1)).toEqual({
      title: 'Our promise',
      blocks: ['Redoubt Supply Co. answers within a week.'],
    })
    expect((await shop.call(`/api/legal/terms/${before.version}`)).json.clauses).toEqual(before.clauses)
    const { outstanding } = (await shop.call('/api/my/legal', { as: shopper })).json
    expect(outstanding).toContainEqual(expect.objectContaining({ kind: 'terms', version: after.version }))
    expect((await listUnreadTexts(shop.system)).map(({ kind }) => kind)).toContain('terms')

    expect((await backToShipped('terms')).json).toMatchObject({ isOwn: false, inForce: { version: after.version + 1 } })
    expect((await documentOf('terms')).clauses).toEqual(before.clauses)
  })

  it('a text with other fields and equal words makes no version [B-37.4]', async () => {
    const { version, clauses } = await read('terms')
    const before = await documentOf('terms')
    expect((await preview('terms', clauses)).isChanged).toBe(false)
    expect((await publish('terms', { version, clauses })).json).toMatchObject({ isOwn: false })
    expect((await documentOf('terms')).version).toBe(before.version)
  })

  it('a text of more than 100,000 characters is refused, in preview too, and nothing is stored [B-37.2]', async () => {
    const { version, clauses } = await read('terms')
    const long = [...clauses, ...Array.from({ length: 25 }, (_, at) => added('More. '.repeat(800), `Clause ${at}`))]
    const said = { clauses: ['A text has at most 100,000 characters'] }
    expect((await publish('terms', { version, clauses: long })).json.errors).toEqual(said)
    expect(await preview('terms', long)).toMatchObject({ errors: said })
    expect((await read('terms')).version).toBe(version)
  })

  it('another state, company and age change the words of own and shipped texts by their fields [B-37.3]', async () => {
    await publishWith('terms', 'Ask {company} about the law of this place.')
    const { contact } = shop.system.settings
    await shop.changeSettings({
      place: { timeZone: 'America/New_York', lawState: 'NY' },
      contact: { ...contact, company: 'Northline Outfitters' } as never,
      minimumAge: 18,
    })
    await shop.settleJobs()
    const words = await wordsOf('terms')
    expect(words).toContain('The law of the State of New York applies.')
    expect(words).toContain('Ask Northline Outfitters about the law')
    expect(words).toContain('**18 or older**')
    expect(await wordsOf('age-verification')).toContain('You must be 18 or older')
    // Rules that the software computes follow the settings in an own text too.
    await publishWith('sweepstakes', 'Questions are welcome.', 'Questions')
    await shop.changeSettings({ mailInHours: 72 })
    await shop.settleJobs()
    expect(await wordsOf('sweepstakes')).toContain('**within 3 days of the close**')
    expect(await wordsOf('sweepstakes')).toContain('8. Questions')
    for (const kind of ['terms', 'sweepstakes'] as const) await backToShipped(kind)
  })

  it('a moved clause of the rules moves its number in the terms, which are published with it [B-37.5]', async () => {
    const { version, clauses } = await read('sweepstakes')
    const moved = [added('Ask us.', 'Before you enter'), ...clauses]
    expect(await preview('sweepstakes', moved)).toMatchObject({ alsoChanged: ['Terms & Conditions'], isChanged: true })
    await publish('sweepstakes', { version, clauses: moved })
    expect((await documentOf('sweepstakes')).clauses.map(({ title }) => title).slice(0, 2)).toEqual([
      '1. Before you enter',
      '2. Sponsor and eligibility',
    ])
    expect(await wordsOf('terms')).toContain('clause 8 of the [sweepstakes rules]')
    await backToShipped('sweepstakes')
    expect(await wordsOf('terms')).toContain('clause 7 of the [sweepstakes rules]')
  })

  it('the difference is by words of the text in force, with the number of users who are told [B-37.5]', async () => {
    const { clauses } = await read('terms')
    const fairUse = clauses.findIndex(({ name }) => name === 'fair-use')
    const changed = clauses.with(fairUse, {
      ...clauses[fairUse]!,
      blocks: [{ kind: 'text', text: 'Do not use robots to buy or to enter.' }],
    })
    const shown = await preview('terms', changed)
    const parts = shown.lines.flatMap(line => line.parts).filter(({ change }) => change !== 'same')
    expect(parts.map(({ change, text }) => `${change}: ${text}`).join('|')).toContain('added: ')
    expect(shown.nextVersion).toBe((await documentOf('terms')).version + 1)
    const { rows } = await shop.services.pool.query('select count(*)::integer as count from users')
    expect(shown.notified).toBe(rows[0].count)
    const age = await read('age-verification')
    expect((await preview('age-verification', [...age.clauses, added('Ask us.')])).notified).toBe(0)
  })

  it('of two who edit one text the second gets the conflict, and both texts stay [B-37.6]', async () => {
    const { version, clauses } = await read('privacy')
    const [first, second] = await Promise.all([
      save('privacy', { version, clauses: [...clauses, added('Of the owner.')] }, owner),
      save('privacy', { version, clauses: [...clauses, added('Of the manager.')] }, manager),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    const lost = first.status === 409 ? first : second
    expect(lost.json).toMatchObject({ code: 'version_conflict', version: version + 1, by: expect.any(String) })
    const stored = await read('privacy')
    expect(stored.clauses.at(-1)!.blocks).toEqual([
      { kind: 'text', text: first.status === 200 ? 'Of the owner.' : 'Of the manager.' },
    ])
    expect((await publish('privacy', { version, clauses: null })).json.code).toBe('version_conflict')
    const dropped = await save('privacy', { version: version + 1, clauses: null })
    expect(dropped.json).toMatchObject({ hasDraft: false, clauses: stored.shipped })
  })

  it('a publication takes a fresh sign-in, the editor the right, and the log has each act [B-37.1] [B-37.4]', async () => {
    const support = await shop.addUser({ role: 'support' })
    expect((await call('', undefined, { as: support })).status).toBe(403)
    const { version, clauses } = await read('age-verification')
    const json = { version, clauses: [...clauses, added('Ask us.')] }
    shop.clock.advance(16 * 60_000)
    expect((await publish('age-verification', json)).json.code).toBe('ReauthenticationRequired')
    expect((await save('age-verification', json)).status).toBe(200)
    const { rows } = await shop.services.pool.query(
      `select action, after from audit_log where subject_type = 'legal-text' and subject_id = 'age-verification'`,
    )
    expect(rows).toMatchObject([{ action: 'saved a draft of', after: { version: version + 1, clauses: 2 } }])
    shop.clock.advance(-16 * 60_000)
    await save('age-verification', { version: version + 1, clauses: null })
  })
})

describe('releases', () => {
  it('the last release leaves an own text in force at its start and publishes the others [B-37.8]', async () => {
    await publishWith('terms', 'Our own words.')
    const { version } = await documentOf('terms')
    const { settings } = await readStoredSettings(shop.system)
    // The last release knows no template and publishes what it ships, here with other words.
    const shipped = legalTextsOf(settings).map(text => ({ ...text, title: `${text.title} of 0.9` }))
    const published = await publishDocuments(shop.system, shipped)
    expect(published).not.toContain('terms')
    expect(published).toContain('privacy')
    expect(await wordsOf('terms')).toContain('Our own words.')
    expect((await documentOf('terms')).version).toBe(version)
    await publishTexts(shop.system)
    expect((await documentOf('terms')).version).toBe(version)
    expect((await documentOf('privacy')).title).toBe('Privacy Policy')
    await backToShipped('terms')
  })

  it('a shipped text that changed shows its difference, and the own text stays until staff decide [B-37.7]', async () => {
    await publishWith('privacy', 'Our own words.')
    await shop.services.pool.query(
      `update legal_template set seen = jsonb_set(seen, '{1,title}', '"Whom we told"') where kind = 'privacy'`,
    )
    const flagged = await read('privacy')
    expect(flagged).toMatchObject({ isShippedNewer: true, isOwn: true })
    expect(flagged.shippedChanges).toHaveLength(1)
    expect(flagged.shippedChanges[0]!.parts).toContainEqual({ text: 'told', change: 'removed' })
    await publishTexts(shop.system)
    expect(await wordsOf('privacy')).toContain('Our own words.')
    const kept = await call('/privacy/keep', { version: flagged.version })
    expect(kept.json).toMatchObject({ isShippedNewer: false, isOwn: true })
    await backToShipped('privacy')
  })

  it('a template of a later release that names what this one lacks leaves the version in force [B-37.8]', async () => {
    await publishWith('terms', 'Our own words.')
    const { version } = await documentOf('terms')
    await shop.services.pool.query(
      `update legal_template set clauses = jsonb_set(clauses, '{0,title}', '"Of {tomorrow}"') where kind = 'terms'`,
    )
    await publishTexts(shop.system)
    expect((await documentOf('terms')).version).toBe(version)
    await backToShipped('terms')
  })
})
