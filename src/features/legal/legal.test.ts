import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { factsOf } from '#features/legal-texts/legal-facts.ts'
import { legalTextsOf } from '#features/legal-texts/legal-texts.ts'
import { defaultsOf, type Settings } from '#kernel/settings.ts'
import { DEMO_SETTINGS } from '../../../db/demo/settings.ts'
import { publishDocuments } from './commands.server.ts'
import { KINDS, type LegalDocument } from './contract.ts'

const shop = await testShop()

const read = async () => (await shop.call('/api/legal')).json.documents as LegalDocument[]
/** A shop in production with the demo's name and address. */
const SETTINGS = { ...defaultsOf('production'), ...(DEMO_SETTINGS as unknown as Settings) }
/** Test shops are demos, whose draws come after seconds. */
const LEGAL_TEXTS = legalTextsOf({ ...defaultsOf('demo'), ...(DEMO_SETTINGS as unknown as Settings) })
const wordsOf = (kind: string) => JSON.stringify(legalTextsOf(SETTINGS).find(text => text.kind === kind))
const [terms, ...others] = LEGAL_TEXTS
const newTerms = { ...terms!, clauses: [...terms!.clauses, { title: 'New', blocks: ['Something new.'] }] }

describe('the legal texts', () => {
  it('the legal texts are published at the start of the shop, each as its first version, under its anchor [B-2.9] [B-12.5]', async () => {
    const documents = await read()
    expect(documents.map(({ kind, version }) => [kind, version])).toEqual(KINDS.map(kind => [kind, 1]))
    expect(KINDS).toEqual(['terms', 'privacy', 'sweepstakes', 'no-purchase-necessary', 'age-verification'])
    expect(await publishDocuments(shop.system, LEGAL_TEXTS)).toEqual([])
  })

  it('the legal texts state every rule with its figures [B-1.1] [B-12.3] [B-12.231] [B-12.239] [B-12.240] [B-12.241] [B-12.242] [B-12.243] [B-20.17]', () => {
    expect(factsOf(SETTINGS)).toMatchObject({
      minimumAge: 21,
      mailInDays: 7,
      notifiedWithinHours: 72,
      respondWithinDays: 7,
    })
    const rules = wordsOf('sweepstakes')
    expect(rules).toContain('received **within 7 days of the close**')
    expect(rules).toContain('registered within 12 hours after it ends')
    expect(rules).toContain('at least 1 hour after the list was sealed (24 hours for a prize of $5,000 or more)')
    const { draw } = SETTINGS
    expect(factsOf({ ...SETTINGS, draw: { ...draw, longGapSeconds: draw.gapSeconds } }).longGap).toBe('')
    // Seven days, the rest of the last one, twelve hours for its cards and a day of gap.
    expect(rules).toContain('**within 10 days of the close**')
    expect(rules).toContain('**within 72 hours** of the draw')
    expect(rules).toContain('must **respond within 7 days**')
    expect(rules).toContain('passes on to the next in the drawn order')
    expect(rules).toContain('is notified **within 72 hours** in turn and has **7 days** to respond')
    expect(rules).toContain('**Closing times are in Mountain time.**')
    expect(wordsOf('no-purchase-necessary')).toContain('received **within 7 days of the close**')
    expect(wordsOf('privacy')).toMatch(/up to 4 messages a month.*STOP.*not a condition of purchase or registration/)
    expect(wordsOf('terms')).toContain('Premium costs $24.99 a month')
    for (const kind of ['terms', 'privacy', 'sweepstakes', 'age-verification'])
      expect(wordsOf(kind)).toContain(String(SETTINGS.minimumAge))
  })

  it('no legal text has two full stops after a company whose name ends with one [B-2.9]', () => {
    expect(SETTINGS.contact.company).toBe('Redoubt Supply Co.')
    expect(wordsOf('sweepstakes')).toContain('The sponsor of every giveaway is Redoubt Supply Co. Giveaways are open')
    expect(JSON.stringify(LEGAL_TEXTS)).not.toMatch(/[^.]\.\.(?!\.)/)
  })

  it('every older version stays readable, word for word', async () => {
    const [before] = await read()
    shop.clock.advance(1000)
    expect(await publishDocuments(shop.system, [newTerms, ...others])).toEqual(['terms'])
    const [after] = (await shop.call('/api/legal')).json.documents
    expect(after).toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1 }] })
    expect((await shop.call('/api/legal/terms/1')).json).toEqual({
      kind: 'terms',
      title: before!.title,
      version: 1,
      publishedAt: before!.publishedAt,
      clauses: before!.clauses,
    })
    const missing = await shop.call('/api/legal/terms/3')
    expect([missing.status, missing.json.code]).toEqual([404, 'legal_not_found'])
    expect((await shop.call('/api/legal/cookies/1')).status).toBe(404)
  })

  it('the legal texts cannot be changed afterwards', async () => {
    const change = shop.services.pool.query(`update legal_document set title = 'x'`)
    await expect(change).rejects.toThrow('append-only')
  })

  it('ten processes that start concurrently publish the legal texts once', async () => {
    const texts = [{ ...newTerms, title: 'Terms of ten' }, ...others]
    const all = await Promise.all(Array.from({ length: 10 }, () => publishDocuments(shop.system, texts)))
    expect(all.flat()).toEqual(['terms'])
  })
})

describe('an acceptance', () => {
  it('a registration records the accepted versions with time and address', async () => {
    const browser = openBrowser(shop)
    const registeredAt = shop.clock.now().toISOString()
    await browser.register({ email: 'agrees@example.com' })
    shop.clock.advance(60_000)
    // A text that comes into force after the registration was not accepted by it.
    await publishDocuments(shop.system, LEGAL_TEXTS)
    const { json } = await browser.confirm('agrees@example.com', await browser.codeFor('agrees@example.com'))
    const as = { userId: json.user.id, email: json.user.email, idToken: json.idToken }
    const mine = await shop.call('/api/my/legal', { as })
    expect(mine.json.accepted).toEqual([
      { kind: 'privacy', version: 1, acceptedAt: registeredAt, how: 'registration' },
      { kind: 'sweepstakes', version: 1, acceptedAt: registeredAt, how: 'registration' },
      { kind: 'terms', version: 3, acceptedAt: registeredAt, how: 'registration' },
    ])
    expect(mine.json.outstanding).toMatchObject([{ kind: 'terms', version: 4, title: 'Terms & Conditions' }])

    const accepted = await shop.call('/api/my/legal/accept', {
      as,
      json: { documents: [{ kind: 'terms', version: 4 }] },
    })
    expect(accepted.json.outstanding).toEqual([])
    expect(accepted.json.accepted[0]).toMatchObject({ kind: 'terms', version: 4, how: 'notice' })
  })

  it('an acceptance names an existing version and a signed-in user, and never changes', async () => {
    const as = await shop.addUser()
    const json = { documents: [{ kind: 'terms', version: 999 }] }
    expect((await shop.call('/api/my/legal/accept', { as, json })).json.code).toBe('legal_not_found')
    expect((await shop.call('/api/my/legal/accept', { json })).status).toBe(401)
    expect((await shop.call('/api/my/legal')).status).toBe(401)
    await shop.call('/api/my/legal/accept', { as, json: { documents: [{ kind: 'terms', version: 1 }] } })
    for (const sql of ['delete from legal_acceptance', `update legal_acceptance set accepted_at = now()`])
      await expect(shop.services.pool.query(sql)).rejects.toThrow('kept as it was given')
  })
})
