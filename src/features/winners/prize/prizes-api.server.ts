import { access, actorOf, answers, createRoute, jsonBody, newApi, z } from '#kernel/api/api.server.ts'
import { acceptPrize, correctAddress, declinePrize } from '../commands/answer-prize.server.ts'
import { AcceptBody, DeclineBody, Prize, Prizes } from '../contract.ts'
import { listPrizes, prizeOf } from '../queries/prizes.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
/** Keys cannot be guessed; the limit keeps attempts from costing much. */
const RARE = { points: 60, seconds: 60 }

const mine = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/prizes',
  summary: 'What the caller has won, the latest first, and what to do next',
  responses: answers(Prizes),
})

const read = createRoute({
  ...access('anyone', RARE),
  method: 'get',
  path: '/prizes/{id}',
  summary: 'A prize, for its winner: signed in, or with the key of the link in the e-mail',
  request: { params, headers: z.object({ 'prize-key': z.string().max(200).optional() }) },
  responses: answers(Prize),
})

const accept = createRoute({
  ...access('anyone', RARE),
  method: 'post',
  path: '/prizes/{id}/accept',
  summary: 'The winner takes the prize, or corrects where it goes',
  request: { params, ...jsonBody(AcceptBody) },
  responses: answers(Prize),
})

const decline = createRoute({
  ...access('anyone', RARE),
  method: 'post',
  path: '/prizes/{id}/decline',
  summary: 'The winner does not take the prize, and it passes on',
  request: { params, ...jsonBody(DeclineBody) },
  responses: answers(Prize),
})

export const prizesApi = () =>
  newApi()
    .openapi(mine, async c => c.json({ prizes: await listPrizes(c.var.ctx, actorOf(c.var.ctx).userId) }, 200))
    .openapi(read, async c =>
      c.json(await prizeOf(c.var.ctx, c.req.valid('param').id, c.req.valid('header')['prize-key']), 200),
    )
    .openapi(accept, async c => {
      const { key, shipTo } = c.req.valid('json')
      const { id, canCorrect } = await prizeOf(c.var.ctx, c.req.valid('param').id, key)
      await (canCorrect ? correctAddress : acceptPrize)(c.var.ctx, id, shipTo)
      return c.json(await prizeOf(c.var.ctx, id, key), 200)
    })
    .openapi(decline, async c => {
      const { key, reason } = c.req.valid('json')
      const { id } = await prizeOf(c.var.ctx, c.req.valid('param').id, key)
      await declinePrize(c.var.ctx, id, reason)
      return c.json(await prizeOf(c.var.ctx, id, key), 200)
    })

export type PrizesApi = ReturnType<typeof prizesApi>
