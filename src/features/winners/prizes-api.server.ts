import { ELIGIBILITY_ERRORS } from '#features/giveaways/giveaway/errors/eligibility-errors.ts'
import { access, callerId, perMinute, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { requireAgreement } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { pick } from '#platform/errors.ts'
import { acceptPrize, correctAddress, declinePrize } from './commands/answer-prize.server.ts'
import { AcceptBody, DeclineBody, Prize, Prizes, WINNER_ERRORS } from './contract.ts'
import { listPrizes, readPrize } from './queries/prizes.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
/** Keys cannot be guessed; the limit keeps attempts from costing much. */
const RARE = perMinute(60)

export const prizesApi = () =>
  newApi(
    defineRoute('get', '/my/prizes', access('user'), {
      summary: "List the caller's prizes, latest first, with the next step of each",
      answers: Prizes,
      handler: async ({ ctx }) => ({ prizes: await listPrizes(ctx, callerId(ctx)) }),
    }),

    defineRoute('get', '/prizes/{id}', access('anyone', RARE), {
      summary: 'Get a prize for its winner, signed in or with the key of the link in the e-mail',
      params,
      headers: z.object({ 'prize-key': z.string().max(200).optional() }),
      answers: Prize,
      refuses: [pick(WINNER_ERRORS, 'prize_not_found')],
      handler: ({ ctx, params, headers }) => readPrize(ctx, params.id, headers['prize-key']),
    }),

    defineRoute('post', '/prizes/{id}/accept', access('anyone', RARE), {
      summary: 'Accept a prize as its winner, or correct its shipping address',
      params,
      body: AcceptBody,
      answers: Prize,
      refuses: [
        pick(WINNER_ERRORS, 'answer_too_late', 'answered', 'prize_not_found', 'winner_moved', 'winner_not_found'),
        ELIGIBILITY_ERRORS,
        ADDRESS_ERRORS,
      ],
      handler: async ({ ctx, params, body: { key, shipTo, addressConfirmed } }) => {
        const { id, canCorrect } = await readPrize(ctx, params.id, key)
        requireAgreement(shipTo, addressConfirmed)
        await (canCorrect ? correctAddress : acceptPrize)(ctx, id, shipTo)
        return readPrize(ctx, id, key)
      },
    }),

    defineRoute('post', '/prizes/{id}/decline', access('anyone', RARE), {
      summary: 'Decline a prize as its winner; the prize passes to the next alternate',
      params,
      body: DeclineBody,
      answers: Prize,
      refuses: [
        pick(WINNER_ERRORS, 'answered', 'pass_proposed', 'prize_not_found', 'winner_moved', 'winner_not_found'),
      ],
      handler: async ({ ctx, params, body: { key, reason } }) => {
        const { id } = await readPrize(ctx, params.id, key)
        await declinePrize(ctx, id, reason)
        return readPrize(ctx, id, key)
      },
    }),
  )

export type PrizesApi = ReturnType<typeof prizesApi>
