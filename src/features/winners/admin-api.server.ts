import { readGiveaway } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { ELIGIBILITY_ERRORS } from '#features/giveaways/giveaway/errors/eligibility-errors.ts'
import { ShipBody } from '#features/orders/fulfilment/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { freshStaff, staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { pick } from '#platform/errors.ts'
import { acceptForWinner } from './commands/accept-for-winner.server.ts'
import { confirmPass, refusePass } from './commands/decide-pass.server.ts'
import { passOnByStaff } from './commands/end-winner.server.ts'
import { finishPrize, notePaper, settlePrize, shipPrize } from './commands/hand-over.server.ts'
import { writeToWinner } from './commands/move-winner.server.ts'
import { tellByStaff } from './commands/process-winner-deadlines.server.ts'
import {
  GiveawayWinners,
  ListedWinners,
  ListedWinnersQuery,
  PaperBody,
  PassOnBody,
  RefusePassBody,
  SettleBody,
  StaffAcceptBody,
  TasksQuery,
  TellBody,
  WINNER_ERRORS,
  WinnerDetail,
  WinnersPage,
  WinnersQuery,
  WinnerTasks,
  WriteBody,
} from './contract.ts'
import { listWinnersOneByOne } from './queries/winner-list.server.ts'
import { listTasks, listWinners, listWinnersOfGiveaways, readWinner } from './queries/winners.server.ts'
import { RIGHT_OF } from './rules.ts'

export const winnersApi = () =>
  newApi(
    defineRoute('get', '/admin/winners', staff('winners.read'), {
      summary: 'List winners by giveaway, latest draw first',
      query: WinnersQuery,
      answers: WinnersPage,
      handler: ({ ctx, query }) => listWinners(ctx, query),
    }),

    defineRoute('get', '/admin/winners/list', staff('winners.read'), {
      summary: 'List winners individually, sorted, page by page',
      query: ListedWinnersQuery,
      answers: ListedWinners,
      handler: ({ ctx, query }) => listWinnersOneByOne(ctx, query),
    }),

    defineRoute('get', '/admin/winners/tasks', staff('winners.read'), {
      summary: 'List staff tasks for winners, earliest due date first',
      query: TasksQuery,
      answers: WinnerTasks,
      handler: ({ ctx, query }) => listTasks(ctx, query),
    }),

    defineRoute('get', '/giveaways/{id}/winners', staff('winners.read'), {
      summary: 'List the winners of a giveaway',
      params: z.object({ id: z.string().min(1).max(140) }),
      answers: z.object({ giveaways: z.array(GiveawayWinners) }),
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
      handler: async ({ ctx, params }) => {
        const { id } = await readGiveaway(ctx, params.id)
        return { giveaways: await listWinnersOfGiveaways(ctx, [id]) }
      },
    }),

    defineRoute('get', '/admin/winners/{id}', staff('winners.read'), {
      summary: 'Get a winner with address, papers, parcel and messages',
      params: byId,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'winner_not_found')],
      handler: ({ ctx, params }) => readWinner(ctx, params.id),
    }),

    defineRoute('post', '/admin/winners/{id}/tell', staff(RIGHT_OF.tell), {
      summary: "Send a winner's notice again, or record how the winner was told",
      params: byId,
      body: TellBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'email_missing', 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, tellByStaff, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/accept', staff(RIGHT_OF.accept), {
      summary:
        "Propose to record a winner's acceptance that came by phone or letter; a second staff member confirms it",
      params: byId,
      body: StaffAcceptBody,
      responses: PROPOSED,
      refuses: [
        pick(WINNER_ERRORS, 'winner_moved', 'winner_not_found'),
        ELIGIBILITY_ERRORS,
        ADDRESS_ERRORS,
        PROPOSING_ERRORS,
      ],
      handler: async ({ ctx, params, body, c }) => c.json(await acceptForWinner(ctx, params.id, body), 202),
    }),

    defineRoute('post', '/admin/winners/{id}/papers', staff(RIGHT_OF.papers), {
      summary: "Set the status of a winner's paper: requested, received or checked",
      params: byId,
      body: PaperBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, notePaper, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/ship', staff(RIGHT_OF.ship), {
      summary: 'Mark a prize shipped with carrier and tracking number and notify the winner, or correct them',
      params: byId,
      body: ShipBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'address_missing', 'papers_open', 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, shipPrize, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/messages', staff(RIGHT_OF.write), {
      summary: 'Send an e-mail to a winner',
      params: byId,
      body: WriteBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'email_missing', 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, writeToWinner, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/finish', staff(RIGHT_OF.finish), {
      summary: 'Record that a prize arrived',
      params: byId,
      body: z.strictObject({}),
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, finishPrize),
    }),

    defineRoute('post', '/admin/winners/{id}/settle', staff(RIGHT_OF.settle), {
      summary: 'Record the outcome of a prize without an alternate',
      params: byId,
      body: SettleBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, settlePrize, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/pass-on', freshStaff(RIGHT_OF['pass-on']), {
      summary:
        'Pass the prize on to the next alternate; for a prize of large value, create a proposal for a second staff member',
      params: byId,
      body: PassOnBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'pass_proposed', 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, passOnByStaff, call.body),
    }),

    defineRoute('post', '/admin/winners/{id}/pass-on/confirm', freshStaff(RIGHT_OF['decide-pass']), {
      summary: "Confirm another staff member's proposal to pass the prize on",
      params: byId,
      body: z.strictObject({}),
      answers: WinnerDetail,
      refuses: [
        pick(WINNER_ERRORS, 'no_proposal', 'pass_proposed', 'second_person_needed', 'winner_moved', 'winner_not_found'),
      ],
      handler: call => readAfter(call, readWinner, confirmPass),
    }),

    defineRoute('post', '/admin/winners/{id}/pass-on/refuse', staff(RIGHT_OF['decide-pass']), {
      summary: 'Refuse or withdraw a proposal to pass the prize on',
      params: byId,
      body: RefusePassBody,
      answers: WinnerDetail,
      refuses: [pick(WINNER_ERRORS, 'no_proposal', 'winner_moved', 'winner_not_found')],
      handler: call => readAfter(call, readWinner, refusePass, call.body),
    }),
  )

export type WinnersApi = ReturnType<typeof winnersApi>
