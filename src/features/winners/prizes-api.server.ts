import { access, callerId, defineRoute, newApi, perMinute, z } from '#kernel/api/api.server.ts'
import { acceptPrize, correctAddress, declinePrize } from './commands/answer-prize.server.ts'
import { AcceptBody, DeclineBody, Prize, Prizes } from './contract.ts'
import { listPrizes, prizeOf } from './queries/prizes.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
/** Keys cannot be guessed; the limit keeps attempts from costing much. */
const RARE = perMinute(60)

const mine = defineRoute('get', '/my/prizes', access('user'), {
  summary: "List the caller's prizes, latest first, with the next step of each",
  answers: Prizes,
})

const read = defineRoute('get', '/prizes/{id}', access('anyone', RARE), {
  summary: 'Get a prize for its winner, signed in or with the key of the link in the e-mail',
  params,
  headers: z.object({ 'prize-key': z.string().max(200).optional() }),
  answers: Prize,
})

const accept = defineRoute('post', '/prizes/{id}/accept', access('anyone', RARE), {
  summary: 'Accept a prize as its winner, or correct its shipping address',
  params,
  body: AcceptBody,
  answers: Prize,
})

const decline = defineRoute('post', '/prizes/{id}/decline', access('anyone', RARE), {
  summary: 'Decline a prize as its winner; the prize passes to the next alternate',
  params,
  body: DeclineBody,
  answers: Prize,
})

export const prizesApi = () =>
  newApi()
    .openapi(mine, async c => c.json({ prizes: await listPrizes(c.var.ctx, callerId(c)) }, 200))
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
