import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { giveawayIdOf } from '../catalogue/queries/giveaways.server.ts'
import { SelectedWinner, SelectWinnerInput, WinnerInput } from '../lifecycle/admin-contract.ts'
import { advanceGiveaways } from '../lifecycle/commands/advance-giveaways.server.ts'
import { drawWinner } from './commands/draw-winner.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

const selectWinner = createRoute({
  ...staff('giveaways.draw', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/select-automatic-winner',
  summary: 'Draws the winner; before the drawing date with the typed title and a reason',
  request: jsonBody(SelectWinnerInput),
  responses: answers(SelectedWinner),
})

const drawOne = createRoute({
  ...staff('giveaways.draw', { isFreshAsked: true }),
  method: 'post',
  path: '/giveaways/{id}/winner',
  summary: 'Draws the winner, as select-automatic-winner does',
  request: { params, ...jsonBody(WinnerInput) },
  responses: answers(SelectedWinner),
})

const checkWinners = createRoute({
  ...staff('giveaways.draw', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/check-winners',
  summary: 'Closes what has ended and draws what is due, as the clock does every minute',
  responses: answers(z.object({ processed: z.int(), winnersSelected: z.int() })),
})

const selected = (drawn: { slot: number; email: string }) => ({
  message: `Winner selected: Slot ${drawn.slot}`,
  winner: { email: drawn.email, slot: drawn.slot },
})

export const adminDrawApi = () =>
  newApi()
    .openapi(selectWinner, async c => {
      const { giveawayId: ref, ...typed } = c.req.valid('json')
      const giveawayId = await giveawayIdOf(c.var.ctx, ref)
      return c.json(selected(await drawWinner(c.var.ctx, { giveawayId, method: 'random', ...typed })), 200)
    })
    .openapi(drawOne, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      return c.json(selected(await drawWinner(c.var.ctx, { giveawayId, ...c.req.valid('json') })), 200)
    })
    .openapi(checkWinners, async c => c.json(await advanceGiveaways(c.var.ctx), 200))
