import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { winnersData } from '../../personal-data.server.ts'
import { openPrizeShop } from '../../testing/prizes.ts'
import { galleryConsent } from '../rules.ts'

const shop = await openPrizeShop()
const CONSENT = galleryConsent('Redoubt')

const WORDS = { name: 'Sam P.', words: 'I never win.\nNow I did.', showsState: true, consent: true }

/** A winner whose prize is on its way. */
async function shipped(title: string): Promise<{ id: string; as: TestUser }> {
  const { giveaway, entrants } = await shop.drawn(2, { title })
  await shop.tend()
  const [place] = await shop.placesOf(giveaway)
  const as = entrants.find(({ email }) => email === place.email)!
  expect((await shop.accept(place.id, { key: await shop.keyFor(as.email) })).status).toBe(200)
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const sent = await shop.asAdmin(`/api/admin/winners/${place.id}/ship`, parcel)
  expect(sent.status, sent.text).toBe(200)
  return { id: place.id, as }
}

const story = (as: TestUser | undefined, id: string, json?: object, method = json ? 'PUT' : 'GET') =>
  shop.shop.call(`/api/my/prizes/${id}/story`, { ...(as && { as }), method, ...(json && { json }) })
const gallery = async (query = '') => (await shop.shop.call(`/api/winners${query}`)).json
const queue = async (status = 'pending') =>
  (await shop.asAdmin(`/api/admin/winner-stories?status=${status}&limit=100`)).json.stories
const decide = (id: string, what: 'show' | 'refuse', json: object) =>
  shop.asAdmin(`/api/admin/winner-stories/${id}/${what}`, json)
/** Tells a story and has it shown. */
async function shown(winner: { id: string; as: TestUser }, words: object = {}) {
  expect((await story(winner.as, winner.id, { ...WORDS, ...words })).status).toBe(200)
  const waits = (await queue()).find(({ winnerId }: { winnerId: string }) => winnerId === winner.id)
  const answer = await decide(waits.id, 'show', { version: waits.version })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function upload(as: TestUser | undefined, edge = 90) {
  const body = new FormData()
  const bytes = await sharp({ create: { width: edge, height: 60, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Copyright: 'Sam' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  body.append('files', new File([new Uint8Array(bytes)], 'photo.jpg'))
  return shop.shop.call('/api/my/winner-pictures', { ...(as && { as }), body })
}
const consentsOf = (id: string) =>
  shop.shop.services.db
    .selectFrom('winner_story_consent')
    .select(['given', 'wording', 'wording_version'])
    .where('winner_id', '=', id)
    .orderBy('at')
    .execute()
const fileOf = (image: string) => shop.shop.services.storage.get(`${image.slice(3)}-320.webp`)

describe('the winners’ gallery', () => {
  it('shows what a winner agreed to, after staff read it, and nothing else [B-27.1] [B-27.2] [B-27.3]', async () => {
    const winner = await shipped('Shown Kit')
    expect((await story(winner.as, winner.id)).json).toEqual({
      ...{ mayWrite: true, suggestedName: 'Sam P.', state: 'Utah', story: null },
    })
    const disagreed = await story(winner.as, winner.id, { ...WORDS, consent: false })
    expect(disagreed.json.errors.consent).toEqual(['Please agree, or leave without sending.'])
    const told = await story(winner.as, winner.id, { ...WORDS, name: ' Sam\tP. ' })
    expect(told.json.story).toMatchObject({ name: 'Sam P.', status: 'pending', showsState: true })
    expect((await gallery()).stories).toEqual([])
    const [waits] = await queue()
    expect(waits).toMatchObject({ winnerId: winner.id, version: 1, giveaway: { title: 'Shown Kit' } })
    await decide(waits.id, 'show', { version: 1 })
    const [public_] = (await gallery()).stories
    expect(public_).toEqual({
      ...{ id: waits.id, name: 'Sam P.', state: 'Utah', words: WORDS.words, photo: null },
      giveaway: { title: 'Shown Kit', slug: 'shown-kit', tier: 'Bronze', value: expect.any(Number) },
    })
    const { text } = await shop.shop.call('/api/winners')
    expect(text).not.toContain(winner.as.email)
    expect(text).not.toMatch(/Fort Street|84601|userId/)
    expect(await consentsOf(winner.id)).toEqual([
      { given: true, wording: CONSENT.text, wording_version: CONSENT.version },
    ])
  })

  it('a changed wording leaves the page until staff read it, and a decision about another wording is refused [B-27.4]', async () => {
    const winner = await shipped('Changed Kit')
    const { id } = await shown(winner)
    expect((await story(winner.as, winner.id, WORDS)).json.story.status).toBe('shown')
    await story(winner.as, winner.id, { ...WORDS, words: 'Other words', showsState: false })
    expect((await gallery()).stories.map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await decide(id, 'show', { version: 1 })).json.code).toBe('version_conflict')
    const [waits] = await queue()
    const reason = 'Please leave out the address.'
    expect((await decide(id, 'refuse', { version: waits.version, reason })).status).toBe(200)
    expect((await story(winner.as, winner.id)).json.story).toMatchObject({ status: 'refused', refusalReason: reason })
    expect((await gallery()).stories.map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await queue('refused')).map((one: { id: string }) => one.id)).toEqual([id])
  })

  it('a withdrawn consent deletes story and photo at once, also from caches [B-27.5] [B-27.6]', async () => {
    const winner = await shipped('Photo Kit')
    const { image } = (await upload(winner.as)).json.images[0]
    expect(image).toMatch(/^s3:winners\/\w+\/[\w-]{24}$/)
    const { photo } = await shown(winner, { photo: image })
    const file = await shop.shop.call(`${photo.src}-640.webp`)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    const stored = await shop.shop.services.storage.get(`${image.slice(3)}-source.webp`)
    expect((await sharp(stored!.body).metadata()).exif).toBeUndefined()
    expect((await gallery()).stories).toHaveLength(2)
    const gone = await story(winner.as, winner.id, undefined, 'DELETE')
    expect(gone.json).toMatchObject({ mayWrite: true, story: null })
    expect((await gallery()).stories).toHaveLength(1)
    expect(await fileOf(image)).toBeUndefined()
    expect((await shop.shop.call(`${photo.src}-640.webp`)).status).toBe(404)
    expect((await consentsOf(winner.id)).map(({ given }) => given)).toEqual([true, false])
    expect((await story(winner.as, winner.id, undefined, 'DELETE')).status).toBe(404)
    expect((await story(winner.as, winner.id, { ...WORDS, photo: image })).json.errors.photo).toHaveLength(1)
  })

  it('a replaced photo is deleted at once, and a photo belongs to its uploader and to one story [B-27.6]', async () => {
    const [one, other] = [await shipped('One Kit'), await shipped('Other Kit')]
    const [first, second] = [(await upload(one.as, 91)).json.images[0], (await upload(one.as, 92)).json.images[0]]
    await story(one.as, one.id, { ...WORDS, photo: first.image })
    expect((await story(other.as, other.id, { ...WORDS, photo: first.image })).status).toBe(400)
    await story(one.as, one.id, { ...WORDS, photo: second.image })
    expect([await fileOf(first.image), Boolean(await fileOf(second.image))]).toEqual([undefined, true])
    expect((await upload(undefined)).status).toBe(401)
    expect((await upload(await shop.shop.addUser())).json.code).toBe('story_too_early')
  })

  it('is for the winner of a prize that is on its way [B-27.1]', async () => {
    const { giveaway, entrants } = await shop.drawn(2, { title: 'Early Kit' })
    await shop.tend()
    const [place] = await shop.placesOf(giveaway)
    const [winner, loser] = entrants.toSorted(a => (a.email === place.email ? -1 : 1))
    expect((await story(winner, place.id)).json.mayWrite).toBe(false)
    expect((await story(winner, place.id, WORDS)).json.code).toBe('story_too_early')
    expect((await story(loser, place.id, WORDS)).json.code).toBe('prize_not_found')
    expect((await story(undefined, place.id, WORDS)).status).toBe(401)
  })

  it('20 concurrent changes, decisions and withdrawals leave the photo of the story that is left, or none [B-27.4] [B-27.5]', async () => {
    const winner = await shipped('Busy Kit')
    const { id } = await shown(winner)
    const photos = await Promise.all(
      [201, 202, 203].map(async edge => (await upload(winner.as, edge)).json.images[0].image),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        if (at % 4 === 1) return decide(id, 'show', { version: 1 + (at % 3) })
        if (at % 4 === 3) return story(winner.as, winner.id, undefined, 'DELETE')
        return story(winner.as, winner.id, { ...WORDS, words: `Words ${at}`, photo: photos[at % 3] })
      }),
    )
    const { story: left } = (await story(winner.as, winner.id)).json
    const { rows } = await shop.shop.services.pool.query(
      `select p.key, s.id is not null as used, p.used_at is not null as marked from picture p
        left join winner_story s on s.picture_key = p.key where p.key = any($1)`,
      [photos.map(photo => photo.slice(3))],
    )
    for (const { used, marked } of rows) expect(marked).toBe(used)
    if (left?.photo) expect(await fileOf(left.photo.image)).toBeDefined()
    const consents = await consentsOf(winner.id)
    expect(consents.at(-1)!.given).toBe(left !== null)
  })

  it('pages by key without repetition or gap, newest first [B-27.3]', async () => {
    const all = (await gallery('?limit=50')).stories
    const paged: { id: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await gallery(`?limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.stories)
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  })

  it('the export has the story and its consents, and the deletion of the account removes story and photo [B-27.7]', async () => {
    const winner = await shipped('Left Kit')
    const { image } = (await upload(winner.as, 95)).json.images[0]
    await shown(winner, { photo: image })
    const data = (await shop.shop.call('/api/my/export', { as: winner.as })).json
    expect(JSON.stringify(data)).toContain(CONSENT.version)
    expect(JSON.stringify(data)).toContain('I never win.')
    const person = { userId: winner.as.userId, email: winner.as.email, phone: null }
    await transact(shop.shop.system, tx => winnersData.erase(tx, person))
    expect(
      (await gallery('?limit=50')).stories.map((one: { giveaway: { title: string } }) => one.giveaway.title),
    ).not.toContain('Left Kit')
    expect(await fileOf(image)).toBeUndefined()
    expect((await consentsOf(winner.id)).map(({ given }) => given)).toEqual([true, false])
  })
})
