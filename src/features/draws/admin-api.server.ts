import { GiveawayDebug } from '#features/giveaways/giveaway/admin-contract.ts'
import { giveawayIdOf, idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { Proposed } from '#features/proposals/contract.ts'
import { defineRoute, freshStaff, newApi, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { FrozenDraw, HandedInRound, SelectedWinner, SelectWinnerInput, WinnerInput } from './admin-contract.ts'
import { handInRound } from './commands/hand-in-round.server.ts'
import { selectWinner } from './commands/select-winner.server.ts'
import { tendDraws } from './commands/tend-draws.server.ts'
import { debugOf } from './queries/debug.server.ts'

const debug = defineRoute('get', '/admin/giveaways/{id}/debug', staff('giveaways.read', perMinute(30)), {
  summary: "Get a giveaway's diagnostic data: counts, ledger, auto-entry, announcements, list and inconsistencies",
  params,
  answers: GiveawayDebug,
})

const frozen = {
  202: {
    description: 'The list is sealed, and the round decides; or a second person must confirm the early draw',
    content: { 'application/json': { schema: z.union([FrozenDraw, Proposed]) } },
  },
}

const selectOne = defineRoute('post', '/admin/select-automatic-winner', freshStaff('giveaways.draw'), {
  summary:
    "Freeze a giveaway's list and return the deciding round; a later call returns the winner once the round exists",
  body: SelectWinnerInput,
  answers: SelectedWinner,
  responses: frozen,
})

const drawOne = defineRoute('post', '/giveaways/{id}/winner', freshStaff('giveaways.draw'), {
  summary: 'Freeze and draw a giveaway; behaves like select-automatic-winner',
  params,
  body: WinnerInput,
  answers: SelectedWinner,
  responses: frozen,
})

const handIn = defineRoute('post', '/admin/giveaways/{id}/round', freshStaff('giveaways.draw'), {
  summary: 'Draw with a round that staff supply while no relay answers; a round with an invalid signature is refused',
  params,
  body: HandedInRound,
  answers: SelectedWinner,
})

const checkWinners = defineRoute('post', '/admin/check-winners', freshStaff('giveaways.draw'), {
  summary: 'Close ended giveaways, and freeze and draw those that are due; the worker does this every second',
  answers: z.object({ processed: z.int(), winnersSelected: z.int() }),
})

const drawn = ({ slot, email }: { slot: number; email: string }) => ({
  message: `Winner selected: Slot ${slot}`,
  winner: { email, slot },
})

const inRound = ({ round, drawsAt }: { round: number; drawsAt: Date }) => ({
  status: 'frozen' as const,
  message: `The list is sealed. Round ${round} decides.`,
  round,
  drawAt: drawsAt.toISOString(),
})

/** Staff routes of draws. */
export const drawsAdminApi = () =>
  newApi()
    .openapi(debug, async c => c.json(await debugOf(c.var.ctx, await idOf(c)), 200))
    .openapi(selectOne, async c => {
      const { giveawayId: ref, ...typed } = c.req.valid('json')
      const giveawayId = await giveawayIdOf(c.var.ctx, ref)
      const selected = await selectWinner(c.var.ctx, { giveawayId, method: 'random', ...typed })
      if ('proposed' in selected) return c.json(selected.proposed, 202)
      return 'winner' in selected ? c.json(drawn(selected.winner), 200) : c.json(inRound(selected.frozen), 202)
    })
    .openapi(drawOne, async c => {
      const selected = await selectWinner(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      if ('proposed' in selected) return c.json(selected.proposed, 202)
      return 'winner' in selected ? c.json(drawn(selected.winner), 200) : c.json(inRound(selected.frozen), 202)
    })
    .openapi(handIn, async c => c.json(drawn(await handInRound(c.var.ctx, await idOf(c), c.req.valid('json'))), 200))
    .openapi(checkWinners, async c => c.json(await tendDraws(c.var.ctx), 200))

export type DrawsAdminApi = ReturnType<typeof drawsAdminApi>
