import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { BODY_LENGTH, type OwnPage, type PublicPage } from '../contract.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
const manager = await shop.addUser({ role: 'manager', name: 'Kim Doe' })

const as = (user: typeof owner) => (path: string, json?: object, method?: string) =>
  shop.call(`/api/admin/pages${path}`, { as: user, ...(json && { json }), ...(method && { method }) })
const byOwner = as(owner)
const byManager = as(manager)

let made = 0
async function addPage(input: object = {}): Promise<OwnPage> {
  made += 1
  const answer = await byOwner('', { slug: `page-${made}`, title: 'About us', body: '<p>Hello.</p>', ...input })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}
const change = (id: string, json: object) => byOwner(`/${id}`, json, 'PATCH')
const readPublic = (slug: string) => shop.call(`/api/pages/${slug}`)
const publicSlugs = async (): Promise<string[]> =>
  (await shop.call('/api/pages?limit=100')).json.pages.map(({ slug }: PublicPage) => slug)

describe('a page', () => {
  it('a page is public from its creation, unless it is a draft [B-36.1] [B-36.2]', async () => {
    const page = await addPage()
    expect(page).toMatchObject({ title: 'About us', body: '<p>Hello.</p>', isDraft: false, version: 1 })
    const shown = await readPublic(page.slug)
    expect(shown.json).toMatchObject({ slug: page.slug, title: 'About us', description: 'Hello.' })
    expect(shown.json.content).toEqual([{ tag: 'p', children: ['Hello.'] }])

    const draft = await addPage({ isDraft: true })
    expect((await readPublic(draft.slug)).status).toBe(404)
    expect(await publicSlugs()).toContain(page.slug)
    expect(await publicSlugs()).not.toContain(draft.slug)
    expect((await change(draft.id, { isDraft: false, version: 1 })).json).toMatchObject({ isDraft: false, version: 2 })
    expect((await readPublic(draft.slug)).status).toBe(200)
    await change(draft.id, { isDraft: true })
    expect((await readPublic(draft.slug)).status).toBe(404)
  })

  it('a deleted page is gone with its former addresses [B-36.2]', async () => {
    const page = await addPage()
    await change(page.id, { slug: `${page.slug}-new` })
    expect((await byOwner(`/${page.id}`, undefined, 'DELETE')).json).toEqual({ success: true })
    for (const slug of [page.slug, `${page.slug}-new`]) expect((await readPublic(slug)).status).toBe(404)
    expect((await byOwner(`/${page.id}`, undefined, 'DELETE')).json.code).toBe('page_not_found')
  })

  it('staff without the right neither read nor write pages [B-36.1]', async () => {
    const page = await addPage()
    expect((await byManager('')).status).toBe(200)
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const) {
      const call = as(await shop.addUser({ role }))
      expect((await call('')).status).toBe(403)
      expect((await call('', { slug: 'other', title: 'x', body: 'x' })).status).toBe(403)
      expect((await call(`/${page.id}`, { title: 'x' }, 'PATCH')).status).toBe(403)
      expect((await call(`/${page.id}`, undefined, 'DELETE')).status).toBe(403)
    }
  })

  it('the list finds pages by words and state, page by page [B-36.1]', async () => {
    const [first, second] = [
      await addPage({ title: 'Sizes of 100% wool' }),
      await addPage({ title: 'Wool sizes', isDraft: true }),
    ]
    const idsOf = async (query: string) => (await byOwner(`?${query}`)).json.pages.map(({ id }: OwnPage) => id)
    expect(await idsOf('q=WOOL')).toEqual([second.id, first.id])
    expect(await idsOf('q=100%25')).toEqual([first.id])
    expect(await idsOf('q=wool&state=draft')).toEqual([second.id])
    const { json } = await byOwner('?q=wool&limit=1')
    expect(await idsOf(`q=wool&limit=1&cursor=${json.nextCursor}`)).toEqual([first.id])
  })

  it('a repeated creation under one key makes one page [B-36.1]', async () => {
    const call = () =>
      shop.call('/api/admin/pages', {
        as: owner,
        json: { slug: 'sent-twice', title: 'Once', body: '<p>x</p>' },
        headers: { 'idempotency-key': 'page-sent-twice-0001' },
      })
    const [first, again] = [await call(), await call()]
    expect(again.json).toEqual(first.json)
    expect((await byOwner('?q=sent-twice')).json.pages).toHaveLength(1)
  })

  it('the audit log names each change, with the length of the text and without the text [B-36.9]', async () => {
    const page = await addPage()
    await change(page.id, { body: '<p>Longer text.</p>' })
    await byOwner(`/${page.id}`, undefined, 'DELETE')
    const { rows } = await shop.services.pool.query(
      'select action, before, after from audit_log where subject_type = $1 and subject_id = $2 order by at, id',
      ['page', page.id],
    )
    expect(rows).toMatchObject([
      { action: 'made', after: { title: 'About us', slug: page.slug, isDraft: false, characters: 13 } },
      { action: 'changed', before: { characters: 13 }, after: { characters: 19 } },
      { action: 'deleted', before: { title: 'About us' } },
    ])
  })
})

describe('the text', () => {
  it('what is posted past the editor is cleaned before it is stored and before it is shown [B-36.3] [B-36.4]', async () => {
    const body =
      '<h1>Hi</h1><script>alert(1)</script><iframe src="https://x.test"></iframe><style>p{display:none}</style>' +
      '<p style="width:expression(alert(1))" onclick="alert(1)">AT&T <b>x</b> 5 < 6 <a href=" JaVaScRiPt:alert(1)">a</a>' +
      '<a href="data:text/html,x">b</a><img src=x onerror=alert(1)>\u0000<a href="https://x.test/">c</a><a href="/store">d</a></p>'
    const clean =
      '<h2>Hi</h2><p>AT&amp;T <b>x</b> 5 &lt; 6 ab<a href="https://x.test/" rel="noopener">c</a><a href="/store">d</a></p>'
    const page = await addPage({ body })
    expect(page.body).toBe(clean)
    const { rows } = await shop.services.pool.query('select body from own_page where id = $1', [page.id])
    expect(rows).toEqual([{ body: clean }])

    // Rows of another writer or of an older list.
    await shop.services.pool.query('update own_page set body = $2 where id = $1', [page.id, body.replace('\u0000', '')])
    shop.responseCache.clear()
    expect((await byOwner(`/${page.id}`)).json.body).toBe(clean)
    const shown = JSON.stringify((await readPublic(page.slug)).json)
    expect(shown).not.toMatch(/script:|alert|onerror|data:|expression|iframe/i)
  })

  it('a text that is loaded and saved stays the same to the byte [B-36.4]', async () => {
    let page = await addPage({ body: 'AT&T <b>x</b> 5 < 6' })
    expect(page.body).toBe('AT&amp;T <b>x</b> 5 &lt; 6')
    const first = page.body
    for (let round = 0; round < 3; round++) {
      page = (await change(page.id, { body: page.body, version: page.version })).json
      expect(page.body).toBe(first)
    }
    expect(page.version).toBe(1)
    const { content } = (await readPublic(page.slug)).json
    expect(content).toEqual(['AT&T ', { tag: 'b', children: ['x'] }, ' 5 < 6'])
  })

  it.each([
    ['nothing', '', 'Please write the page'],
    ['an empty paragraph', '<p> </p>', 'Please write the page'],
    ['letters that show nothing', '<p>\u200b\u2060\u0000</p>', 'Please write the page'],
    ['a script alone', '<script>alert(1)</script>', 'Please write the page'],
    ['too many characters', 'x'.repeat(BODY_LENGTH + 1), 'A page has at most 100,000 characters.'],
  ])('%s is refused in a sentence [B-36.8]', async (_, body, sentence) => {
    const answer = await byOwner('', { slug: 'refused', title: 'x', body })
    expect(answer.status).toBe(400)
    expect(answer.json.errors.body[0]).toContain(sentence)
  })

  it('a body of 5 MB is refused in a sentence, and the largest one is stored [B-36.8]', async () => {
    const large = await byOwner('', { slug: 'large', title: 'x', body: 'x'.repeat(5 * 1024 * 1024) })
    expect([large.status, large.json.code]).toEqual([413, 'body_too_large'])
    expect((await addPage({ body: '<'.repeat(BODY_LENGTH) })).body).toHaveLength(4 * BODY_LENGTH)
    expect((await addPage({ body: '&'.repeat(BODY_LENGTH) })).body).toHaveLength(5 * BODY_LENGTH)
  })
})

describe('the address', () => {
  it.each(['admin', 'store', 'checkout', 'pages', 'api', 'products', 'ADMIN', ' giveaways '])(
    '%j is refused, because a route has it [B-36.5]',
    async slug => {
      const answer = await byOwner('', { slug, title: 'x', body: 'x' })
      expect(answer.status).toBe(400)
      expect(answer.json.errors.slug).toEqual([
        'The shop has a page of its own at this address. Please choose another.',
      ])
    },
  )

  it.each(['', 'a b', 'a/b', '../a', 'a--b', '-a', 'ä', 'a\u0000', 'a\u200bb', 'x'.repeat(81)])(
    '%j is refused in a sentence [B-36.5]',
    async slug => {
      const answer = await byOwner('', { slug, title: 'x', body: 'x' })
      expect(answer.status).toBe(400)
      expect(answer.json.errors.slug).toHaveLength(1)
    },
  )

  it('two pages have no address in common, in whatever letters [B-36.5]', async () => {
    const page = await addPage({ slug: 'Our-Story' })
    expect(page.slug).toBe('our-story')
    const again = await byOwner('', { slug: 'OUR-story', title: 'x', body: 'x' })
    expect([again.status, again.json.code]).toEqual([409, 'slug_taken'])
    expect(again.json.errors.slug).toEqual(['Another page already has this address.'])
    const other = await addPage()
    expect((await change(other.id, { slug: 'our-story' })).json.code).toBe('slug_taken')
  })

  it('of concurrent creations at one address, one succeeds [B-36.5]', async () => {
    const calls = Array.from({ length: 8 }, () => byOwner('', { slug: 'raced', title: 'x', body: 'x' }))
    const codes = (await Promise.all(calls)).map(({ status }) => status).sort()
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
  })

  it('a former address leads to the page, until another page takes it [B-36.6]', async () => {
    const page = await addPage({ slug: 'first' })
    await change(page.id, { slug: 'second' })
    await change(page.id, { slug: 'third' })
    for (const slug of ['first', 'second', 'third', 'FIRST']) expect((await readPublic(slug)).json.slug).toBe('third')
    const other = await addPage({ slug: 'first', title: 'Other' })
    expect((await readPublic('first')).json.title).toBe('Other')
    await byOwner(`/${other.id}`, undefined, 'DELETE')
    expect((await readPublic('first')).status).toBe(404)
    // Back at its own former address, which leads nowhere else.
    await change(page.id, { slug: 'second' })
    expect((await readPublic('second')).json.slug).toBe('second')
    expect((await readPublic('third')).json.slug).toBe('second')
    // A draft is not shown by its former address.
    await change(page.id, { isDraft: true })
    expect((await readPublic('third')).status).toBe(404)
  })
})

describe('two members of staff', () => {
  it('the later of two saves is refused with the newer page, and changes nothing [B-36.7]', async () => {
    const page = await addPage()
    await byManager(`/${page.id}`, { title: 'Theirs', version: 1 }, 'PATCH')
    const late = await change(page.id, { title: 'Mine', body: '<p>Mine.</p>', version: 1 })
    expect([late.status, late.json.code]).toEqual([409, 'version_conflict'])
    expect(late.json).toMatchObject({ page: { title: 'Theirs', body: '<p>Hello.</p>' }, version: 2, by: 'Kim Doe' })
    expect((await change(page.id, { title: 'Mine', version: 2 })).json).toMatchObject({ title: 'Mine', version: 3 })
  })

  it('of concurrent saves of one version, one succeeds [B-36.7]', async () => {
    const page = await addPage()
    const saves = Array.from({ length: 6 }, (_, n) => change(page.id, { title: `Title ${n}`, version: 1 }))
    const codes = (await Promise.all(saves)).map(({ status }) => status).sort()
    expect(codes).toEqual([200, 409, 409, 409, 409, 409])
  })
})
