import { byId, defineRoute, freshStaff, newApi, staff, z } from '#kernel/api/api.server.ts'
import { WAITING_LIMIT } from '#kernel/api/waiting-limits.ts'
import { confirmProposal, refuseProposal, withdrawProposal } from './commands/decide-proposal.server.ts'
import type { ProposalKind } from './commands/propose.server.ts'
import { ProposalCounts, ProposalDecisionBody, Proposals, ProposalsQuery } from './contract.ts'
import { listProposals, waitingProposals } from './queries/proposals.server.ts'

const Decided = z.object({ success: z.literal(true) })
const decided = { success: true } as const

const list = defineRoute('get', '/admin/proposals', staff('proposals.read'), {
  summary: 'List acts that wait for a second person, and decided ones: those that the caller may decide or proposed',
  query: ProposalsQuery,
  answers: Proposals,
})

const counts = defineRoute('get', '/admin/proposals/counts', staff('proposals.read'), {
  summary: 'Count proposals that the caller can confirm',
  answers: ProposalCounts,
})

const Nothing = z.strictObject({})

const decision = <P extends string, S extends z.ZodType>(
  path: P,
  access: ReturnType<typeof staff>,
  summary: string,
  body: S,
) => defineRoute('post', path, access, { summary, params: byId, body, answers: Decided })

const confirm = decision(
  '/admin/proposals/{id}/confirm',
  freshStaff('proposals.decide'),
  "Confirm another staff member's proposal; the act happens at once",
  Nothing,
)
const refuse = decision(
  '/admin/proposals/{id}/refuse',
  staff('proposals.decide'),
  'Refuse a proposal; the act does not happen',
  ProposalDecisionBody,
)
const withdraw = decision(
  '/admin/proposals/{id}/withdraw',
  staff('proposals.read'),
  "Withdraw the caller's own proposal",
  Nothing,
)

/** @param kinds of all features, from `app`. */
export const proposalsApi = (kinds: readonly ProposalKind[]) =>
  newApi()
    .openapi(list, async c => c.json(await listProposals(c.var.ctx, c.req.valid('query')), 200))
    .openapi(counts, async c => {
      const { count } = await waitingProposals(c.var.ctx)
      return c.json({ counts: { waiting: count }, limit: WAITING_LIMIT }, 200)
    })
    .openapi(confirm, async c => {
      await confirmProposal(c.var.ctx, kinds, c.req.valid('param').id)
      return c.json(decided, 200)
    })
    .openapi(refuse, async c => {
      await refuseProposal(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json(decided, 200)
    })
    .openapi(withdraw, async c => {
      await withdrawProposal(c.var.ctx, c.req.valid('param').id)
      return c.json(decided, 200)
    })

export type ProposalsApi = ReturnType<typeof proposalsApi>
