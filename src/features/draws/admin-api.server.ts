import { GiveawayDebug } from '#features/giveaways/giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { idOf, params, readGiveawayId } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { PROPOSING_ERRORS, Proposed } from '#features/proposals/contract.ts'
import { freshStaff, perMinute, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { FrozenDraw, HandedInRound, SelectedWinner, SelectWinnerInput, WinnerInput } from './admin-contract.ts'
import { handInRound } from './commands/hand-in-round.server.ts'
import { selectWinner } from './commands/select-winner.server.ts'
import { tendDraws } from './commands/tend-draws.server.ts'
import { readDebug } from './queries/debug.server.ts'

const frozen = {
  202: {
    description: 'The list is sealed, and the round decides; or a second person must confirm the early draw',
    content: { 'application/json': { schema: z.union([FrozenDraw, Proposed]) } },
  },
}

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

const SELECT_ERRORS = [
  pick(
    GIVEAWAY_ERRORS,
    'already_drawn',
    'already_frozen',
    'evidence_altered',
    'evidence_pending',
    'giveaway_cancelled',
    'giveaway_not_found',
    'no_entries',
    'not_frozen',
    'other_beacon',
    'reason_needed',
    'round_refused',
    'title_mismatch',
  ),
  PROPOSING_ERRORS,
  pick(COMMON_ERRORS, 'version_conflict'),
]

/** Staff routes of draws. */
export const drawsAdminApi = () =>
  newApi(
    defineRoute('get', '/admin/giveaways/{id}/debug', staff('giveaways.read', perMinute(30)), {
      summary: "Get a giveaway's diagnostic data: counts, ledger, auto-entry, announcements, list and inconsistencies",
      params,
      answers: GiveawayDebug,
      refuses: [pick(GIVEAWAY_ERRORS, 'evidence_pending', 'giveaway_not_found', 'not_frozen')],
      handler: async call => readDebug(call.ctx, await idOf(call)),
    }),

    defineRoute('post', '/admin/select-automatic-winner', freshStaff('giveaways.draw'), {
      summary:
        "Freeze a giveaway's list and return the deciding round; a later call returns the winner once the round exists",
      body: SelectWinnerInput,
      answers: SelectedWinner,
      responses: frozen,
      refuses: SELECT_ERRORS,
      handler: async ({ ctx, body: { giveawayId: ref, ...typed }, c }) => {
        const giveawayId = await readGiveawayId(ctx, ref)
        const selected = await selectWinner(ctx, { giveawayId, method: 'random', ...typed })
        if ('proposed' in selected) return c.json(selected.proposed, 202)
        return 'winner' in selected ? drawn(selected.winner) : c.json(inRound(selected.frozen), 202)
      },
    }),

    defineRoute('post', '/giveaways/{id}/winner', freshStaff('giveaways.draw'), {
      summary: 'Freeze and draw a giveaway; behaves like select-automatic-winner',
      params,
      body: WinnerInput,
      answers: SelectedWinner,
      responses: frozen,
      refuses: SELECT_ERRORS,
      handler: async call => {
        const selected = await selectWinner(call.ctx, { giveawayId: await idOf(call), ...call.body })
        if ('proposed' in selected) return call.c.json(selected.proposed, 202)
        return 'winner' in selected ? drawn(selected.winner) : call.c.json(inRound(selected.frozen), 202)
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/round', freshStaff('giveaways.draw'), {
      summary:
        'Draw with a round that staff supply while no relay answers; a round with an invalid signature is refused',
      params,
      body: HandedInRound,
      answers: SelectedWinner,
      refuses: [
        pick(
          GIVEAWAY_ERRORS,
          'evidence_altered',
          'evidence_pending',
          'giveaway_not_found',
          'not_frozen',
          'not_witnessed',
          'round_refused',
        ),
      ],
      handler: async call => drawn(await handInRound(call.ctx, await idOf(call), call.body)),
    }),

    defineRoute('post', '/admin/check-winners', freshStaff('giveaways.draw'), {
      summary: 'Close ended giveaways, and freeze and draw those that are due; the worker does this every second',
      answers: z.object({ processed: z.int(), winnersSelected: z.int() }),
      refuses: [
        pick(
          GIVEAWAY_ERRORS,
          'evidence_altered',
          'evidence_pending',
          'giveaway_not_found',
          'no_entries',
          'not_frozen',
          'other_beacon',
          'round_refused',
        ),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: ({ ctx }) => tendDraws(ctx),
    }),
  )

export type DrawsAdminApi = ReturnType<typeof drawsAdminApi>
