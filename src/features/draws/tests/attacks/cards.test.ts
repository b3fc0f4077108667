import { createHmac } from 'node:crypto'
import { parseBundle } from '@redoubt/draw/bundle.ts'
import { holderOf, parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { parseFreeze, parseTally } from '@redoubt/draw/log/log-leaf.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { failedStep, openAttackedShop, type Scene } from './adversary.ts'

/** Rows 4, 10, 14 and 16 of the attack table: cards. */
const shop = await openAttackedShop()
const { entered, freeze, published, sql } = shop
const { system, clock } = shop.shop

const ADDRESS = '12 Main Street\nProvo, UT 84601'
let senders = 0
const type = (scene: { id: string }, as: TestUser = shop.admin, input: object = {}) =>
  shop.shop.call(`/api/admin/giveaways/${scene.id}/private-entries`, {
    as,
    json: { name: `Sender ${++senders}`, address: ADDRESS, ...input },
  })

async function drawNow(scene: Scene) {
  const { drawsAt } = await freeze(scene)
  clock.set(drawsAt)
  await tendDraws(system)
  return parseBundle(await published(scene))
}

/** The cards that the public log counts, and those in the list. */
async function countedCards({ id }: Scene, mail: number) {
  const tallies = await sql(`select leaf from shop_log where giveaway_id = $1 and kind = 'tally'`, [id])
  return { mail, counted: tallies.reduce((sum, { leaf }) => sum + parseTally(leaf!).registered, 0) }
}

describe('a draw officer', () => {
  it('can neither type cards nor take entries out, and cannot enter one sender without limit', async () => {
    const scene = await entered('Officer Kit')
    const officer = await shop.shop.addUser({ role: 'draw-officer' })
    expect((await type(scene, officer)).status).toBe(403)
    const removal = `/api/admin/giveaways/${scene.id}/entries/1`
    expect((await shop.shop.call(removal, { as: officer, method: 'DELETE', json: { reason: 'Mine' } })).status).toBe(
      403,
    )
    const answers = []
    for (let card = 0; card < 30; card++) answers.push(await type(scene, shop.admin, { name: 'One Sender' }))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(30)
    expect(answers.at(-1)!.json).toMatchObject({ code: 'card_over_cap' })
  })
})

describe('a card', () => {
  it('of a day outside the window, or after the freeze, is refused', async () => {
    const scene = await entered('Late Card Kit')
    expect((await type(scene, shop.admin, { receivedOn: '2026-02-01' })).json.code).toBe('too_early_for_mail')
    await type(scene)
    await freeze(scene)
    expect((await type(scene)).json.code).toBe('already_frozen')
  })

  it('that was invented and backdated in the database stands out against the tallies that witnesses saw [B-17.18]', async () => {
    const scene = await entered('Invented Card Kit')
    expect((await type(scene)).status).toBe(200)
    await sql(
      `with made as (insert into giveaway_entry (id, giveaway_id, slot_number, is_private, mail_name, mail_email, mail_received_on, card_number, created_at)
          values (gen_random_uuid(), $1, 42, true, 'Invented', 'me@example.com', '2026-03-01', 9000, $2) returning *)
        insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, received_on, card_number)
        select giveaway_id, created_at, 'mail', id, id, slot_number, mail_received_on, card_number from made`,
      [scene.id, clock.now()],
    )
    const bundle = await drawNow(scene)
    expect(failedStep(await published(scene))).toBeNull()
    const { mail } = parseFreeze(bundle.freezes[0]!.leaf)
    expect(await countedCards(scene, mail)).toEqual({ mail: 2, counted: 1 })
  })

  it('of an honest shop is counted, and guesses of its sender do not fit its holder', async () => {
    const scene = await entered('Guessed Kit')
    const email = 'card.sender@example.com'
    expect((await type(scene, shop.admin, { email })).status).toBe(200)
    const bundle = await drawNow(scene)
    const { mail, seed } = parseFreeze(bundle.freezes[0]!.leaf)
    expect(await countedCards(scene, mail)).toEqual({ mail: 1, counted: 1 })
    const [entry] = await sql(
      'select mail_sender_id as sender from giveaway_entry where giveaway_id = $1 and is_private',
      [scene.id],
    )
    const holders = bundle.entries.split('\n').flatMap(line => {
      const leaf = parseEntryLeaf(line)
      return 'holder' in leaf ? [leaf.holder] : []
    })
    // The seed is public now. Version 1 named holders by it, and any guessed address could be tried.
    for (const person of [email, entry!.sender!, ...scene.victims.map(({ userId }) => userId)]) {
      const guess = createHmac('sha256', Buffer.from(seed, 'hex')).update(`person:${person}`).digest('hex')
      expect(holders).not.toContain(holderOf(scene.id, guess))
      expect(holders.some(holder => holder.startsWith(guess.slice(0, 16)))).toBe(false)
    }
  })

  it('of the last day of the window counts, also when it is typed the next morning', async () => {
    const scene = await entered('Last Day Kit')
    await shop.endedDaysAgo(scene, 6.9)
    await tendDraws(system)
    const [closing] = await sql('select freezes_at as at from giveaway where id = $1', [scene.id])
    const freezesAt = new Date(closing!.at!)
    const lastDay = shopDayOf(new Date(+freezesAt - 13 * 3_600_000))
    // Twelve hours after the end of the last day.
    clock.set(new Date(+freezesAt - 3_600_000))
    const claims = { ...shop.admin, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    const { idToken } = await shop.shop.idTokens.issue({ ...claims, authenticatedAt: clock.now() })
    const typed = await type(scene, { ...shop.admin, idToken }, { receivedOn: lastDay })
    expect(typed.json, typed.text).toMatchObject({ slotNumber: 41 })
    clock.set(freezesAt)
    await tendDraws(system)
    expect(parseFreeze(parseBundle(await published(scene)).freezes[0]!.leaf).mail).toBe(1)
    clock.set(new Date(+freezesAt + 60_000))
    await tendDraws(system)
    expect(verifyBundle(await published(scene)).ok).toBe(true)
  })
})
