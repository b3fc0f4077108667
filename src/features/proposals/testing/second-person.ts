import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import type { Proposal } from '../contract.ts'

type Answer = { status: number; text: string; json: { proposal: { id: string }; message: string } }

/** Helpers that decide proposals through the API. */
export function secondPersonOf(shop: TestShop) {
  const decide = (id: string, act: 'confirm' | 'refuse' | 'withdraw', as: TestUser) =>
    shop.call(`/api/admin/proposals/${id}/${act}`, { as, json: act === 'refuse' ? { reason: 'Not shown' } : {} })

  /** The proposal's id, of an act that waits for a second person. */
  function proposedBy({ status, text, json }: Answer): string {
    expect(status, text).toBe(202)
    expect(json.message).toBe('A second person must confirm this.')
    return json.proposal.id
  }

  return {
    decide,
    proposedBy,
    /** The act happened, or another owner confirms the proposal that it became. */
    async carriedOut<A extends Answer>(answer: A): Promise<A> {
      const isProposed = answer.status === 202 && answer.json.proposal !== undefined
      if (isProposed)
        expect((await decide(answer.json.proposal.id, 'confirm', await shop.addUser({ admin: true }))).status).toBe(200)
      return answer
    },
    /** Another owner confirms the proposal of an answer. */
    async confirmed(answer: Answer) {
      const id = proposedBy(answer)
      const done = await decide(id, 'confirm', await shop.addUser({ admin: true }))
      expect(done.status, done.text).toBe(200)
      return id
    },
    proposalsFor: async (as: TestUser, query = ''): Promise<Proposal[]> =>
      (await shop.call(`/api/admin/proposals${query}`, { as })).json.proposals,
  }
}
