import { verifyBundle } from '@redoubt/draw/verify.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter, drawnNow } = giving
afterEach(giving.expectAudited)

describe('the whole way of a draw', () => {
  it('a published giveaway is entered, frozen, witnessed and drawn by its round, and the verifier holds every step [B-20.2] [B-20.10]', async () => {
    const people = await Promise.all([1, 2, 3].map(() => shop.addUser({ credits: { Bronze: 3 } })))
    const giveaway = await addGiveaway({ title: 'Whole Kit' })
    for (const person of people) await enter(giveaway, person, { pick: 3 })
    const proof = await drawnNow(giveaway)
    expect(proof).toMatchObject({ state: 'drawn', frozen: { entries: 9, early: true, reason: 'A test' } })
    const { text } = await shop.call(`/api/giveaways/${giveaway.id}/draw.json`)
    const verdict = verifyBundle(text)
    expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
    expect(verdict).toMatchObject({ ok: true, winner: proof.result!.winnerSlot, places: proof.result!.places })
    const again = await asAdmin('/api/admin/select-automatic-winner', { giveawayId: giveaway.id })
    expect(again.json).toMatchObject({ winner: { slot: verdict.winner } })
  })
})
