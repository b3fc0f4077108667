import { giveawayOf } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { ShipBody } from '#features/orders/fulfilment/contract.ts'
import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { acceptForWinner } from './commands/answer-prize.server.ts'
import { endWinner } from './commands/end-winner.server.ts'
import { finishPrize, notePaper, settlePrize, shipPrize } from './commands/hand-over.server.ts'
import { tellByStaff } from './commands/tell-winner.server.ts'
import { writeToWinner } from './commands/write-to-winner.server.ts'
import {
  GiveawayWinners,
  PaperBody,
  PromoteAlternateBody,
  SettleBody,
  StaffAcceptBody,
  TasksQuery,
  TellBody,
  WinnerDetail,
  WinnersPage,
  WinnersQuery,
  WinnerTasks,
  WriteBody,
} from './contract.ts'
import { listTasks } from './queries/tasks.server.ts'
import { winnerOf } from './queries/winner.server.ts'
import { listWinners, winnersOf } from './queries/winners.server.ts'
import { FROM } from './rules.ts'

const params = z.object({ id: z.uuid() })

const list = createRoute({
  ...staff('winners.read'),
  method: 'get',
  path: '/admin/winners',
  summary: 'Winners by giveaway, the latest draw first',
  request: { query: WinnersQuery },
  responses: answers(WinnersPage),
})

const tasks = createRoute({
  ...staff('winners.read'),
  method: 'get',
  path: '/admin/winners/tasks',
  summary: 'What staff have to do for winners, what is due first first',
  request: { query: TasksQuery },
  responses: answers(WinnerTasks),
})

const ofGiveaway = createRoute({
  ...staff('winners.read'),
  method: 'get',
  path: '/giveaways/{id}/winners',
  summary: 'The winners of a giveaway',
  request: { params: z.object({ id: z.string().min(1).max(140) }) },
  responses: answers(z.object({ giveaways: z.array(GiveawayWinners) })),
})

const one = createRoute({
  ...staff('winners.read'),
  method: 'get',
  path: '/admin/winners/{id}',
  summary: 'A winner with address, papers, parcel and messages',
  request: { params },
  responses: answers(WinnerDetail),
})

const act = <P extends string, S extends z.ZodType>(path: P, summary: string, body: S) =>
  createRoute({
    ...staff('winners.change'),
    method: 'post',
    path,
    summary,
    request: { params, ...jsonBody(body) },
    responses: answers(WinnerDetail),
  })

const tell = act('/admin/winners/{id}/tell', 'Sends the notice once more, or notes how the winner was told', TellBody)
const accept = act('/admin/winners/{id}/accept', 'Notes an answer that came by phone or letter', StaffAcceptBody)
const paper = act('/admin/winners/{id}/papers', 'Notes how far a paper is', PaperBody)
const ship = act(
  '/admin/winners/{id}/ship',
  'Notes carrier and number and tells the winner, or corrects them',
  ShipBody,
)
const write = act('/admin/winners/{id}/messages', 'Writes the winner an e-mail', WriteBody)
const finish = act('/admin/winners/{id}/finish', 'Notes that the prize arrived', z.strictObject({}))
const settle = act('/admin/winners/{id}/settle', 'Notes what became of a prize that nobody is left for', SettleBody)

const promoteAlternate = createRoute({
  ...staff('winners.pass-on', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/winners/{id}/pass-on',
  summary: 'Ends a winner and passes the prize on to the next of the drawn order',
  request: { params, ...jsonBody(PromoteAlternateBody) },
  responses: answers(WinnerDetail),
})

const reading = () =>
  newApi()
    .openapi(list, async c => c.json(await listWinners(c.var.ctx, c.req.valid('query')), 200))
    .openapi(tasks, async c => c.json(await listTasks(c.var.ctx, c.req.valid('query')), 200))
    .openapi(ofGiveaway, async c => {
      const { id } = await giveawayOf(c.var.ctx, c.req.valid('param').id)
      return c.json({ giveaways: await winnersOf(c.var.ctx, [id]) }, 200)
    })
    .openapi(one, async c => c.json(await winnerOf(c.var.ctx, c.req.valid('param').id), 200))

const acting = () =>
  newApi()
    .openapi(tell, async c => {
      const { id } = c.req.valid('param')
      await tellByStaff(c.var.ctx, id, c.req.valid('json'))
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(accept, async c => {
      const { id } = c.req.valid('param')
      await acceptForWinner(c.var.ctx, id, c.req.valid('json'))
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(paper, async c => {
      const { id } = c.req.valid('param')
      await notePaper(c.var.ctx, id, c.req.valid('json'))
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(ship, async c => {
      const { id } = c.req.valid('param')
      await shipPrize(c.var.ctx, id, c.req.valid('json'))
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(write, async c => {
      const { id } = c.req.valid('param')
      await writeToWinner(c.var.ctx, id, c.req.valid('json'))
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(finish, async c => {
      const { id } = c.req.valid('param')
      await finishPrize(c.var.ctx, id)
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(settle, async c => {
      const { id } = c.req.valid('param')
      await settlePrize(c.var.ctx, id, c.req.valid('json').reason)
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })
    .openapi(promoteAlternate, async c => {
      const { id } = c.req.valid('param')
      await endWinner(c.var.ctx, id, { ...c.req.valid('json'), from: FROM['pass-on'], action: 'passed the prize on' })
      return c.json(await winnerOf(c.var.ctx, id), 200)
    })

export const winnersApi = () => newApi().route('/', reading()).route('/', acting())

export type WinnersApi = ReturnType<typeof winnersApi>
