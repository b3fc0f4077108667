import { readGiveaway } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { access, showing, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { confirmCard } from './commands/confirm-card.server.ts'
import { refuseCard } from './commands/refuse-card.server.ts'
import { refuseNewCard, registerCard } from './commands/register-card.server.ts'
import {
  CARD_ERRORS,
  CardCounts,
  CardReceipt,
  CardsQuery,
  DecidedCard,
  MailCards,
  PrivateEntryInput,
  PrivateEntryResult,
  RefuseCardInput,
  RefusedCardInput,
} from './contract.ts'
import { readCardCounts } from './queries/card-counts.server.ts'
import { readCardReceipt } from './queries/card-receipt.server.ts'
import { listCards } from './queries/cards.server.ts'

const cardParams = z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) })

/** Public counts of the register. */
export const cardsApi = () =>
  newApi(
    defineRoute('get', '/giveaways/{id}/cards', access('anyone'), {
      summary: "Count a giveaway's mailed cards by day and outcome",
      params,
      answers: CardCounts,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
      handler: async ({ ctx, params, c }) => {
        const { id } = await readGiveaway(ctx, params.id)
        showing(c, `giveaway:${id}`)
        return readCardCounts(ctx, id)
      },
    }),
  )

/** Staff routes of the register of mailed cards. */
export const cardsAdminApi = () =>
  newApi(
    defineRoute('post', '/admin/giveaways/{id}/private-entries', staff('entries.change'), {
      summary:
        'Register a card mailed within the mail-in window; for a valuable prize it waits for a second staff member',
      params,
      body: PrivateEntryInput,
      answers: PrivateEntryResult,
      refuses: [
        pick(CARD_ERRORS, 'card_over_cap', 'sender_abroad', 'sender_state_excluded', 'sender_under_age'),
        pick(
          GIVEAWAY_ERRORS,
          'already_drawn',
          'already_frozen',
          'giveaway_cancelled',
          'giveaway_not_found',
          'is_draft',
          'mail_too_late',
          'sold_out',
          'too_early_for_mail',
          'under_age',
        ),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => {
        const { state: _, ...card } = await registerCard(call.ctx, { giveawayId: await idOf(call), ...call.body })
        return { ...card, tempPassword: null }
      },
    }),

    defineRoute('post', '/admin/giveaways/{id}/refused-cards', staff('entries.change'), {
      summary: 'Record an opened card that is not an entry, with the class of the reason',
      params,
      body: RefusedCardInput,
      answers: DecidedCard,
      refuses: [
        pick(CARD_ERRORS, 'card_decided'),
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'is_draft'),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async call => refuseNewCard(call.ctx, { giveawayId: await idOf(call), ...call.body }),
    }),

    defineRoute('get', '/admin/giveaways/{id}/cards', staff('entries.read'), {
      summary: "List a giveaway's register of mailed cards, newest first, page by page",
      params,
      query: CardsQuery,
      answers: MailCards,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
      handler: async call => listCards(call.ctx, await idOf(call), call.query),
    }),

    defineRoute('get', '/admin/cards/{number}/receipt', staff('entries.confirm'), {
      summary: 'Get the signed receipt of a registered card, to print for its sender',
      params: cardParams,
      answers: CardReceipt,
      refuses: [pick(CARD_ERRORS, 'card_not_found', 'card_not_registered')],
      handler: ({ ctx, params }) => readCardReceipt(ctx, params.number),
    }),

    defineRoute('post', '/admin/cards/{number}/confirm', staff('entries.confirm'), {
      summary: 'Confirm a waiting card that another staff member typed; it becomes an entry',
      params: cardParams,
      answers: DecidedCard,
      refuses: [
        CARD_ERRORS,
        pick(
          GIVEAWAY_ERRORS,
          'already_drawn',
          'already_frozen',
          'giveaway_not_found',
          'mail_too_late',
          'sold_out',
          'too_early_for_mail',
          'under_age',
        ),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: ({ ctx, params }) => confirmCard(ctx, params.number),
    }),

    defineRoute('post', '/admin/cards/{number}/refuse', staff('entries.confirm'), {
      summary: 'Refuse a waiting card; the register keeps it with its reason',
      params: cardParams,
      body: RefuseCardInput,
      answers: DecidedCard,
      responses: PROPOSED,
      refuses: [
        pick(CARD_ERRORS, 'card_decided', 'card_not_found'),
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: async ({ ctx, params: { number }, body, c }) => {
        const answer = await refuseCard(ctx, { number, ...body })
        return 'proposal' in answer ? c.json(answer, 202) : answer
      },
    }),
  )
