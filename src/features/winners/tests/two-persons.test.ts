import { createHash } from 'node:crypto'
import { parsePassed } from '@redoubt/draw/log/log-leaf.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { processWinnerDeadlines } from '../commands/process-winner-deadlines.server.ts'
import { openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, winner, keyFor, accept, tend, afterDays, verdictOf } = prizes
afterEach(prizes.expectAudited)

const LARGE = 5000
const WHY = { as: 'disqualified', reason: 'Lives abroad' }
const propose = (id: string, json: object = WHY) => asAdmin(`/api/admin/winners/${id}/pass-on`, json)
const confirm = (id: string, as: TestUser) => shop.call(`/api/admin/winners/${id}/pass-on/confirm`, { as, json: {} })
const refuse = (id: string, as: TestUser) =>
  shop.call(`/api/admin/winners/${id}/pass-on/refuse`, { as, json: { reason: 'The papers are in order' } })
const officer = () => shop.addUser({ role: 'draw-officer' })

async function told(title: string, people = 3) {
  const { giveaway, entrants } = await drawn(people, { title, value: LARGE })
  await tend()
  const [first] = await placesOf(giveaway)
  return { giveaway, entrants, first }
}

describe('passing on a prize of a large value', () => {
  it('a second person with the right confirms, and the proposer cannot [B-18.11]', async () => {
    const { giveaway, first } = await told('Two Persons')
    const proposed = (await propose(first.id)).json
    expect(proposed).toMatchObject({ state: 'notified', task: 'confirm-pass', takesTwoPersons: true })
    expect(proposed.passes).toMatchObject([{ reasonClass: 'ineligible', isMine: true, decision: null }])
    expect(proposed.actions).toEqual(['tell', 'accept', 'write', 'decide-pass'])
    expect((await propose(first.id)).json.code).toBe('pass_proposed')
    expect((await confirm(first.id, prizes.admin)).json.code).toBe('second_person_needed')
    expect((await confirm(first.id, await shop.addUser({ role: 'manager' }))).status).toBe(403)
    const own = { decision: 'confirmed', decided_at: shop.clock.now(), decided_by: prizes.admin.userId } as const
    await expect(
      shop.services.db.updateTable('winner_pass').set(own).where('winner_id', '=', first.id).execute(),
    ).rejects.toThrow('check constraint')

    expect((await confirm(first.id, await officer())).json).toMatchObject({
      state: 'disqualified',
      endedReason: 'Lives abroad',
      passes: [{ decision: 'confirmed' }],
    })
    const [, second] = await placesOf(giveaway)
    expect(second).toMatchObject({ place: 2 })
    expect(await verdictOf(giveaway)).toMatchObject({ ok: true, winner: second.slotNumber })
    const { records } = (await asAdmin(`/api/admin/records?type=winner&id=${first.id}`)).json
    const actions = records.map(({ action }: { action: string }) => action)
    expect(actions.slice(0, 2)).toEqual(['confirmed passing the prize on', 'proposed to pass the prize on'])
  })

  it('passes on once when several persons confirm and refuse at once [B-18.11]', async () => {
    for (let round = 0; round < few(1, 3); round++) {
      const { giveaway, first } = await told(`Confirmed At Once ${round}`)
      await propose(first.id)
      const officers = await Promise.all(Array.from({ length: 4 }, officer))
      const all = await Promise.all([
        ...officers.map(as => confirm(first.id, as)),
        confirm(first.id, prizes.admin),
        ...officers.slice(0, 2).map(as => refuse(first.id, as)),
        processWinnerDeadlines(shop.system).then(() => ({ status: 0 })),
      ])
      expect(all.filter(({ status }) => status >= 500)).toEqual([])
      expect(all[4]!.status).not.toBe(200)
      const isEnded = (await winner(first.id)).state === 'disqualified'
      expect(all.slice(0, 4).filter(({ status }) => status === 200)).toHaveLength(isEnded ? 1 : 0)
      expect(all.slice(5, 7).filter(({ status }) => status === 200)).toHaveLength(isEnded ? 0 : 1)
      expect(await placesOf(giveaway)).toHaveLength(isEnded ? 2 : 1)
      expect((await verdictOf(giveaway)).ok).toBe(true)
    }
  })

  it('is proposed by the rules when the winner is silent, and a refusal gives the time once more [B-18.12]', async () => {
    const { giveaway, first } = await told('Silent')
    await afterDays(8)
    const waiting = await winner(first.id)
    expect(waiting).toMatchObject({ state: 'notified', task: 'confirm-pass' })
    expect(waiting.passes).toMatchObject([{ reasonClass: 'no_reply', by: null, decision: null }])
    await tend()
    expect((await winner(first.id)).passes).toHaveLength(1)
    const kept = (await refuse(first.id, await officer())).json
    expect(kept).toMatchObject({ state: 'notified', task: null, passes: [{ decision: 'refused' }] })
    expect(+new Date(kept.answerBy)).toBe(+shop.clock.now() + 7 * 86_400_000)
    await afterDays(8)
    expect((await confirm(first.id, prizes.admin)).json).toMatchObject({ state: 'forfeited' })
    expect(await placesOf(giveaway)).toHaveLength(2)
  })

  it('an ineligible winner waits for a person and gets no notice; after a refusal the notice leaves [B-18.12]', async () => {
    const { giveaway, entrants } = await drawn(2, { title: 'Too Young', value: LARGE }, { birth_date: '2010-01-01' })
    await tend()
    const [first] = await placesOf(giveaway)
    expect(first).toMatchObject({ state: 'drawn', task: 'confirm-pass' })
    for (const { email } of entrants) expect(await prizes.emailsTo(email)).toEqual([])
    await refuse(first.id, await officer())
    await tend()
    await tend()
    expect(await winner(first.id)).toMatchObject({ state: 'notified', notice: 'sent' })
  })

  it('ends as proposal with the answer of the winner, whose own refusal needs no second person [B-18.13]', async () => {
    const { giveaway, first } = await told('Answered')
    await propose(first.id, { as: 'forfeited', reasonClass: 'unreachable', reason: 'No phone' })
    const key = await keyFor(first.email)
    expect((await accept(first.id, { key })).status).toBe(200)
    const answered = await winner(first.id)
    expect(answered.passes).toMatchObject([{ reasonClass: 'unreachable', decision: 'void' }])
    expect(answered.actions).toContain('pass-on')
    expect((await confirm(first.id, await officer())).json.code).toBe('no_proposal')
    expect((await shop.call(`/api/prizes/${first.id}/decline`, { json: { key } })).status).toBe(200)
    const [lost] = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json.result.order
    expect(lost.passed.reasonClass).toBe('declined')
    expect(await placesOf(giveaway)).toHaveLength(2)
  })
})

describe('the proof of notice', () => {
  it('has its hash in the log, names what left and when, and no person [B-18.14]', async () => {
    const { giveaway, entrants } = await drawn(2, { title: 'Noticed', value: 80 })
    await tend()
    const [first] = await placesOf(giveaway)
    const [mail] = await prizes.emailsTo(first.email)
    const wrong = { as: 'declined', reasonClass: 'no_reply', reason: 'x' }
    expect((await propose(first.id, wrong)).json.errors.reasonClass).toEqual(['Choose a reason that fits this end.'])
    const lost = (await propose(first.id, { as: 'forfeited', reasonClass: 'papers_missing', reason: 'No form' })).json
    const { text, hash } = lost.noticeProof
    const sha256 = (of: string) => createHash('sha256').update(of).digest('hex')
    expect(sha256(text)).toBe(hash)
    expect(text).toMatch(
      new RegExp(`^message \\d+ notice sent \\d+ ${sha256(`${mail!.subject}\n${mail!.text}`)}$`, 'm'),
    )
    for (const { email, name } of [first, ...entrants.map(({ email }) => ({ email, name: email }))]) {
      expect(text).not.toContain(email)
      expect(text).not.toContain(name)
    }
    const { passed } = JSON.parse(await prizes.bundleOf(giveaway))
    expect(parsePassed(passed[0].leaf)).toMatchObject({ place: 1, reason: 'papers_missing', notice: hash })
    const change = shop.services.db.updateTable('winner_notice').set({ text: 'other' }).execute()
    await expect(change).rejects.toThrow('append-only')
  })
})
