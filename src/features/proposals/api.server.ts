import { freshStaff, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { WAITING_LIMIT } from '#kernel/api/waiting-limits.ts'
import { COMMON_ERRORS, type ErrorTable, pick } from '#platform/errors.ts'
import { confirmProposal, refuseProposal, withdrawProposal } from './commands/decide-proposal.server.ts'
import type { ProposalKind } from './commands/propose.server.ts'
import { PROPOSAL_ERRORS, ProposalCounts, ProposalDecisionBody, Proposals, ProposalsQuery } from './contract.ts'
import { listProposals, listWaitingProposals } from './queries/proposals.server.ts'

const Decided = z.object({ success: z.literal(true) })
const decided = { success: true } as const

const Nothing = z.strictObject({})

/**
 * @param kinds of all features, from `app`.
 * @param actsRefuse the error tables of their acts.
 */
export const proposalsApi = (kinds: readonly ProposalKind[], actsRefuse: readonly ErrorTable[]) =>
  newApi(
    defineRoute('get', '/admin/proposals', staff('proposals.read'), {
      summary:
        'List acts that wait for a second person, and decided ones: those that the caller may decide or proposed',
      query: ProposalsQuery,
      answers: Proposals,
      handler: ({ ctx, query }) => listProposals(ctx, query),
    }),

    defineRoute('get', '/admin/proposals/counts', staff('proposals.read'), {
      summary: 'Count proposals that the caller can confirm',
      answers: ProposalCounts,
      handler: async ({ ctx }) => {
        const { count } = await listWaitingProposals(ctx)
        return { counts: { waiting: count }, limit: WAITING_LIMIT }
      },
    }),

    defineRoute('post', '/admin/proposals/{id}/confirm', freshStaff('proposals.decide'), {
      summary: "Confirm another staff member's proposal; the act happens at once",
      params: byId,
      body: Nothing,
      answers: Decided,
      refuses: [PROPOSAL_ERRORS, ...actsRefuse, pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, params }) => {
        await confirmProposal(ctx, kinds, params.id)
        return decided
      },
    }),

    defineRoute('post', '/admin/proposals/{id}/refuse', staff('proposals.decide'), {
      summary: 'Refuse a proposal; the act does not happen',
      params: byId,
      body: ProposalDecisionBody,
      answers: Decided,
      refuses: [pick(PROPOSAL_ERRORS, 'already_decided', 'proposal_not_found')],
      handler: async ({ ctx, params, body }) => {
        await refuseProposal(ctx, params.id, body)
        return decided
      },
    }),

    defineRoute('post', '/admin/proposals/{id}/withdraw', staff('proposals.read'), {
      summary: "Withdraw the caller's own proposal",
      params: byId,
      body: Nothing,
      answers: Decided,
      refuses: [PROPOSAL_ERRORS],
      handler: async ({ ctx, params }) => {
        await withdrawProposal(ctx, params.id)
        return decided
      },
    }),
  )

export type ProposalsApi = ReturnType<typeof proposalsApi>
