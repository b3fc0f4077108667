import { giveawayOf } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { ShipBody } from '#features/orders/fulfilment/contract.ts'
import { PROPOSED } from '#features/proposals/responses.ts'
import { byId, defineRoute, freshStaff, newApi, staff, z } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { confirmPass, refusePass } from './commands/decide-pass.server.ts'
import { promoteByStaff } from './commands/end-winner.server.ts'
import { finishPrize, notePaper, settlePrize, shipPrize } from './commands/hand-over.server.ts'
import { writeToWinner } from './commands/move-winner.server.ts'
import { acceptForWinner } from './commands/note-answer.server.ts'
import { tellByStaff } from './commands/process-winner-deadlines.server.ts'
import {
  GiveawayWinners,
  ListedWinners,
  ListedWinnersQuery,
  PaperBody,
  PromoteAlternateBody,
  RefusePassBody,
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
import { listWinnersOneByOne } from './queries/winner-list.server.ts'
import { listTasks, listWinners, winnerOf, winnersOf } from './queries/winners.server.ts'
import { type Action, RIGHT_OF } from './rules.ts'

const list = defineRoute('get', '/admin/winners', staff('winners.read'), {
  summary: 'List winners by giveaway, latest draw first',
  query: WinnersQuery,
  answers: WinnersPage,
})

const listed = defineRoute('get', '/admin/winners/list', staff('winners.read'), {
  summary: 'List winners individually, sorted, page by page',
  query: ListedWinnersQuery,
  answers: ListedWinners,
})

const tasks = defineRoute('get', '/admin/winners/tasks', staff('winners.read'), {
  summary: 'List staff tasks for winners, earliest due date first',
  query: TasksQuery,
  answers: WinnerTasks,
})

const ofGiveaway = defineRoute('get', '/giveaways/{id}/winners', staff('winners.read'), {
  summary: 'List the winners of a giveaway',
  params: z.object({ id: z.string().min(1).max(140) }),
  answers: z.object({ giveaways: z.array(GiveawayWinners) }),
})

const one = defineRoute('get', '/admin/winners/{id}', staff('winners.read'), {
  summary: 'Get a winner with address, papers, parcel and messages',
  params: byId,
  answers: WinnerDetail,
})

const act = <P extends string, S extends z.ZodType>(action: Action, path: P, summary: string, body: S) =>
  defineRoute('post', path, staff(RIGHT_OF[action]), {
    summary,
    params: byId,
    body: body,
    answers: WinnerDetail,
  })

const tell = act(
  'tell',
  '/admin/winners/{id}/tell',
  "Send a winner's notice again, or record how the winner was told",
  TellBody,
)
const accept = defineRoute('post', '/admin/winners/{id}/accept', staff(RIGHT_OF.accept), {
  summary: "Propose to record a winner's acceptance that came by phone or letter; a second staff member confirms it",
  params: byId,
  body: StaffAcceptBody,
  responses: PROPOSED,
})
const paper = act(
  'papers',
  '/admin/winners/{id}/papers',
  "Set the status of a winner's paper: requested, received or checked",
  PaperBody,
)
const ship = act(
  'ship',
  '/admin/winners/{id}/ship',
  'Mark a prize shipped with carrier and tracking number and notify the winner, or correct them',
  ShipBody,
)
const write = act('write', '/admin/winners/{id}/messages', 'Send an e-mail to a winner', WriteBody)
const finish = act('finish', '/admin/winners/{id}/finish', 'Record that a prize arrived', z.strictObject({}))
const settle = act(
  'settle',
  '/admin/winners/{id}/settle',
  'Record the outcome of a prize without an alternate',
  SettleBody,
)

const promoteAlternate = defineRoute('post', '/admin/winners/{id}/pass-on', freshStaff(RIGHT_OF['pass-on']), {
  summary: 'Promote the next alternate; for a prize of large value, create a proposal for a second staff member',
  params: byId,
  body: PromoteAlternateBody,
  answers: WinnerDetail,
})

const confirmPassing = defineRoute('post', '/admin/winners/{id}/pass-on/confirm', freshStaff(RIGHT_OF['decide-pass']), {
  summary: "Confirm another staff member's proposal to promote the next alternate",
  params: byId,
  body: z.strictObject({}),
  answers: WinnerDetail,
})

const refusePassing = defineRoute('post', '/admin/winners/{id}/pass-on/refuse', staff(RIGHT_OF['decide-pass']), {
  summary: 'Refuse or withdraw a proposal to promote the next alternate',
  params: byId,
  body: RefusePassBody,
  answers: WinnerDetail,
})

export const winnersApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listWinners(c.var.ctx, c.req.valid('query')), 200))
    .openapi(listed, async c => c.json(await listWinnersOneByOne(c.var.ctx, c.req.valid('query')), 200))
    .openapi(tasks, async c => c.json(await listTasks(c.var.ctx, c.req.valid('query')), 200))
    .openapi(ofGiveaway, async c => {
      const { id } = await giveawayOf(c.var.ctx, c.req.valid('param').id)
      return c.json({ giveaways: await winnersOf(c.var.ctx, [id]) }, 200)
    })
    .openapi(one, async c => c.json(await winnerOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(tell, async c => c.json(await readAfter(c, winnerOf, tellByStaff, c.req.valid('json')), 200))
    .openapi(accept, async c =>
      c.json(await acceptForWinner(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 202),
    )
    .openapi(paper, async c => c.json(await readAfter(c, winnerOf, notePaper, c.req.valid('json')), 200))
    .openapi(ship, async c => c.json(await readAfter(c, winnerOf, shipPrize, c.req.valid('json')), 200))
    .openapi(write, async c => c.json(await readAfter(c, winnerOf, writeToWinner, c.req.valid('json')), 200))
    .openapi(finish, async c => c.json(await readAfter(c, winnerOf, finishPrize), 200))
    .openapi(settle, async c => c.json(await readAfter(c, winnerOf, settlePrize, c.req.valid('json')), 200))
    .openapi(promoteAlternate, async c =>
      c.json(await readAfter(c, winnerOf, promoteByStaff, c.req.valid('json')), 200),
    )
    .openapi(confirmPassing, async c => c.json(await readAfter(c, winnerOf, confirmPass), 200))
    .openapi(refusePassing, async c => c.json(await readAfter(c, winnerOf, refusePass, c.req.valid('json')), 200))

export type WinnersApi = ReturnType<typeof winnersApi>
