import { afterEach, describe, expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { HOME, openPrizeShop } from '#features/winners/testing/prizes.ts'
import { secondPersonOf } from './testing/second-person.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, placesOf, winner, tend } = prizes
const { decide, proposedBy, proposalsFor } = secondPersonOf(shop)
afterEach(prizes.expectAudited)

const officer = () => shop.addUser({ role: 'draw-officer', name: 'Pat Second' })

/** The winner of a small prize, and the proposal of an answer by the admin. */
async function proposed(title: string) {
  const { giveaway, entrants } = await prizes.drawn(2, { title, value: 80 })
  await tend()
  const [{ id, email }] = await placesOf(giveaway)
  const answer = await asAdmin(`/api/admin/winners/${id}/accept`, { shipTo: HOME, reason: 'By phone' })
  return { id, email, proposalId: proposedBy(answer), person: entrants.find(one => one.email === email)! }
}

const statesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('an act that takes two persons', () => {
  it('waits as a proposal, changes nothing, and happens when another person confirms [B-32.1] [B-32.2] [B-32.8]', async () => {
    const { id, proposalId } = await proposed('Waits')
    expect(await winner(id)).toMatchObject({ state: 'notified', shipTo: null })
    const [waiting] = (await proposalsFor(await officer())).filter(one => one.id === proposalId)
    expect(waiting).toMatchObject({
      ...{
        kind: 'accept_prize',
        reason: 'By phone',
        by: 'Sam Porter',
        isMine: false,
        canConfirm: true,
        canRefuse: true,
      },
      subject: { type: 'winner', id, label: expect.stringContaining('Waits, slot') },
      facts: [{ label: 'Winner' }, { label: 'Ship to', value: 'Sam Porter, 1 Fort Street, Provo, UT 84601' }],
    })
    const second = await officer()
    expect((await decide(proposalId, 'confirm', second)).json).toEqual({ success: true })
    expect(await winner(id)).toMatchObject({ state: 'accepted', shipTo: HOME })
    const { records } = (await asAdmin(`/api/admin/records?type=winner&id=${id}`)).json
    const [noted, confirmed, first] = records
    expect(noted).toMatchObject({ action: 'noted the answer', actor: { id: second.userId }, reason: 'By phone' })
    expect(noted.after).toMatchObject({ state: 'accepted', proposedBy: prizes.admin.userId })
    expect(confirmed).toMatchObject({ action: 'confirmed', after: { proposedBy: prizes.admin.userId } })
    expect(first).toMatchObject({ action: 'proposed', actor: { id: prizes.admin.userId } })
  })

  it('is not confirmed by its proposer, in any session, nor by a person without the rights [B-32.2]', async () => {
    const { id, proposalId } = await proposed('Own')
    const { userId, email } = prizes.admin
    const claims = { userId, email, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    const otherSession = {
      ...(await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })),
      userId,
      email,
    }
    for (const as of [prizes.admin, otherSession]) {
      const answer = await decide(proposalId, 'confirm', as)
      expect([answer.status, answer.json.code]).toEqual([403, 'other_person_needed'])
    }
    for (const role of ['support'] as const)
      expect((await decide(proposalId, 'confirm', await shop.addUser({ role }))).json.code).toBe('Unauthorized')
    expect((await decide(proposalId, 'confirm', await shop.addUser())).status).toBe(403)
    const own = { decision: 'confirmed', decided_at: shop.clock.now(), decided_by: userId } as const
    const written = shop.services.db.updateTable('staff_proposal').set(own).where('id', '=', proposalId).execute()
    await expect(written).rejects.toThrow('confirmed_by_another')
    expect((await winner(id)).state).toBe('notified')
  })

  it('happens once when 20 persons confirm, refuse and withdraw at once [B-32.3]', async () => {
    const { id, proposalId } = await proposed('At Once')
    const second = await Promise.all(Array.from({ length: 20 }, officer))
    const all = await Promise.all(second.map(as => decide(proposalId, 'confirm', as)))
    expect(statesOf(all)).toEqual([200, ...Array(19).fill(409)])
    expect(new Set(all.filter(({ status }) => status === 409).map(({ json }) => json.code))).toEqual(
      new Set(['already_decided']),
    )
    expect((await winner(id)).messages.filter(({ kind }: { kind: string }) => kind === 'papers')).toHaveLength(1)

    for (let round = 0; round < few(1, 3); round++) {
      const race = await proposed(`Race ${round}`)
      const answers = await Promise.all([
        ...second.slice(0, 4).map(as => decide(race.proposalId, 'confirm', as)),
        ...second.slice(4, 8).map(as => decide(race.proposalId, 'refuse', as)),
        decide(race.proposalId, 'withdraw', prizes.admin),
      ])
      expect(statesOf(answers)).toEqual([200, ...Array(8).fill(409)])
      const isConfirmed = answers.slice(0, 4).some(({ status }) => status === 200)
      expect((await winner(race.id)).state).toBe(isConfirmed ? 'accepted' : 'notified')
    }
  })

  it('is proposed once at a time, and again after a refusal or a withdrawal [B-32.4]', async () => {
    const { id, proposalId } = await proposed('Once')
    const propose = (as: TestUser) =>
      shop.call(`/api/admin/winners/${id}/accept`, { as, json: { shipTo: HOME, reason: 'By letter' } })
    const others = await Promise.all(Array.from({ length: 6 }, officer))
    expect((await propose(others[0]!)).json.code).toBe('already_proposed')
    expect((await decide(proposalId, 'withdraw', others[0]!)).json.code).toBe('not_proposed_by_you')
    expect((await decide(proposalId, 'refuse', others[0]!)).status).toBe(200)
    expect((await decide(proposalId, 'confirm', others[0]!)).json.code).toBe('already_decided')
    const again = await Promise.all(others.map(propose))
    expect(statesOf(again)).toEqual([202, ...Array(5).fill(409)])
    const { proposal } = again.find(({ status }) => status === 202)!.json
    expect((await winner(id)).state).toBe('notified')
    expect((await proposalsFor(prizes.admin, '?state=decided'))[0]).toMatchObject({
      ...{ id: proposalId, decision: 'refused', decidedBy: 'Pat Second', decisionReason: 'Not shown', facts: [] },
    })
    expect((await proposalsFor(prizes.admin)).some(({ id }) => id === proposal.id)).toBe(true)
  })

  it('is rolled back when its process dies between the act and the decision [B-32.3]', async () => {
    const { id, proposalId } = await proposed('Dies')
    const { pool } = shop.services
    // The connection ends with the statement that writes the decision.
    await pool.query(`create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger dies before update on staff_proposal for each row execute function die()`)
    const answer = await decide(proposalId, 'confirm', await officer())
    await pool.query('drop trigger dies on staff_proposal; drop function die')
    expect(answer.status).toBe(503)
    expect(await winner(id)).toMatchObject({ state: 'notified', shipTo: null })
    expect((await winner(id)).messages.some(({ kind }: { kind: string }) => kind === 'papers')).toBe(false)
    expect((await decide(proposalId, 'confirm', await officer())).status).toBe(200)
    expect((await winner(id)).state).toBe('accepted')
  })

  it('is void when its subject moved on, and when the person deletes the account, whose words are erased [B-32.5]', async () => {
    const answered = await proposed('Answered')
    await prizes.accept(answered.id, { key: await prizes.keyFor(answered.email) })
    expect((await decide(answered.proposalId, 'confirm', await officer())).json.code).toBe('already_decided')

    const left = await proposed('Left')
    const exported = (await shop.call('/api/my/export', { as: left.person })).json
    expect(exported.proposals).toMatchObject([{ title: 'Note the winner’s answer, with the address', decision: null }])
    const claims = { ...left.person, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
    left.person.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
    const gone = await shop.call('/api/my/delete-account', {
      as: left.person,
      json: { confirmation: 'DELETE' },
    })
    expect(gone.status, gone.text).toBe(200)
    const decided = await proposalsFor(prizes.admin, '?state=decided')
    expect(decided.find(({ id }) => id === left.proposalId)).toMatchObject({
      ...{ decision: 'void', reason: 'Erased.', facts: [], subject: { label: 'Erased' } },
    })
    const { input } = await shop.services.db
      .selectFrom('staff_proposal')
      .select('input')
      .where('id', '=', left.proposalId)
      .executeTakeFirstOrThrow()
    expect(input).toEqual({})
  })

  it('keeps what was proposed, by whom and when, for the owner of the table too [B-32.6]', async () => {
    const { proposalId } = await proposed('Kept')
    const { db } = shop.services
    const row = db.updateTable('staff_proposal').where('id', '=', proposalId)
    const kept = `the proposal ${proposalId} is kept`
    await expect(row.set({ proposed_by: (await officer()).userId }).execute()).rejects.toThrow(kept)
    await expect(row.set({ input: '{}' }).execute()).rejects.toThrow(kept)
    await expect(db.deleteFrom('staff_proposal').where('id', '=', proposalId).execute()).rejects.toThrow(kept)
    await decide(proposalId, 'withdraw', prizes.admin)
    await expect(row.set({ decision: 'void' }).execute()).rejects.toThrow(kept)
  })
})

describe('the list of proposals', () => {
  it('shows proposals that the role may decide and its own, page by page, with the count of waiting ones [B-32.7]', async () => {
    const { proposalId } = await proposed('Listed')
    const fulfilment = await shop.addUser({ role: 'fulfilment' })
    const found = await proposalsFor(fulfilment, '?limit=1')
    expect(found).toHaveLength(1)
    const all = await proposalsFor(fulfilment, '?limit=100')
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
    expect(all.find(({ id }) => id === proposalId)).toMatchObject({ canConfirm: true })
    const { json } = await shop.call('/api/admin/proposals/counts', { as: fulfilment })
    expect(json).toEqual({ counts: { waiting: all.length }, limit: 100 })
    expect((await shop.call('/api/admin/proposals', { as: await shop.addUser({ role: 'support' }) })).status).toBe(403)
    const { subject } = all.find(({ id }) => id === proposalId)!
    const about = await proposalsFor(fulfilment, `?subjectType=winner&subjectId=${subject.id}`)
    expect(about.map(({ id }) => id)).toEqual([proposalId])
  })
})
