import { withReceivedFiles } from '#adapters/images/received-files.server.ts'
import { PICTURE_ERRORS } from '#adapters/images/store-picture.server.ts'
import { uploadBody } from '#adapters/images/uploads.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { PROPOSING_ERRORS } from '#features/proposals/contract.ts'
import { staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { fileAnswer } from '#kernel/api/files/file-answer.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { CARD_ERRORS } from '../cards/contract.ts'
import { keepScan } from './commands/keep-scan.server.ts'
import { openCards } from './commands/open-cards.server.ts'
import { takeCard } from './commands/take-card.server.ts'
import { typeCard } from './commands/type-card.server.ts'
import {
  CardLetter,
  DeskCard,
  DeskCardCode,
  DeskCounts,
  DeskGiveaway,
  DeskGiveaways,
  DeskQuery,
  DeskRows,
  MAIL_DESK_ERRORS,
  OpenedCards,
  OpenedInput,
  ScannedCard,
  TakeInput,
  TakenCard,
  TypedCard,
  TypedInput,
} from './contract.ts'
import { readCardLetter } from './queries/card-letter.server.ts'
import { readCardScan } from './queries/card-scan.server.ts'
import { readDeskCard } from './queries/desk-card.server.ts'
import { listDeskCards, readDeskCounts } from './queries/desk-cards.server.ts'
import { listDeskGiveaways, readGiveawayOfCardCode } from './queries/desk-giveaways.server.ts'

const cardParams = z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) })

/** Staff routes of the desk for the mail. */
export const mailDeskApi = () =>
  newApi(
    defineRoute('get', '/admin/mail-desk/cards', staff('entries.confirm'), {
      summary: 'List mailed cards of all giveaways by state, page by page: to type, to confirm, registered or refused',
      query: DeskQuery,
      answers: DeskRows,
      handler: ({ ctx, query }) => listDeskCards(ctx, query),
    }),

    defineRoute('get', '/admin/mail-desk/counts', staff('entries.confirm'), {
      summary: 'Count the mailed cards to type and to confirm',
      answers: DeskCounts,
      handler: ({ ctx }) => readDeskCounts(ctx),
    }),

    defineRoute('get', '/admin/mail-desk/giveaways', staff('entries.confirm'), {
      summary: 'List giveaways that receive cards, with the days on which mail counts',
      answers: DeskGiveaways,
      handler: async ({ ctx }) => ({ giveaways: await listDeskGiveaways(ctx) }),
    }),

    defineRoute('get', '/admin/mail-desk/code', staff('entries.confirm'), {
      summary: 'Get the giveaway of the code on a printed card, typed or read by a camera',
      query: DeskCardCode,
      answers: DeskGiveaway,
      refuses: [pick(MAIL_DESK_ERRORS, 'card_code_unknown')],
      handler: ({ ctx, query }) => readGiveawayOfCardCode(ctx, query.code),
    }),

    defineRoute('post', '/admin/mail-desk/cards', staff('entries.change'), {
      summary: 'Assign numbers without a gap to opened envelopes; their cards are typed afterwards',
      body: OpenedInput,
      answers: OpenedCards,
      refuses: [
        pick(MAIL_DESK_ERRORS, 'card_code_unknown'),
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'is_draft'),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: ({ ctx, body }) => openCards(ctx, body),
    }),

    defineRoute('post', '/admin/mail-desk/next', staff('entries.confirm'), {
      summary: 'Assign the next card to type or to confirm to the caller; no other desk gets it for five minutes',
      body: TakeInput,
      answers: TakenCard,
      refuses: [pick(CARD_ERRORS, 'card_not_found')],
      handler: async ({ ctx, body }) => ({ card: await takeCard(ctx, body) }),
    }),

    defineRoute('get', '/admin/cards/{number}', staff('entries.confirm'), {
      summary: 'Get a mailed card with the rule that refuses it, hints, and senders of the same household',
      params: cardParams,
      answers: DeskCard,
      refuses: [pick(CARD_ERRORS, 'card_not_found')],
      handler: ({ ctx, params }) => readDeskCard(ctx, params.number),
    }),

    defineRoute('post', '/admin/cards/{number}/type', staff('entries.change'), {
      summary: 'Save the typed content of an opened card, once; a second staff member confirms it',
      params: cardParams,
      body: TypedInput,
      answers: TypedCard,
      refuses: [
        pick(CARD_ERRORS, 'card_decided', 'card_not_found'),
        pick(MAIL_DESK_ERRORS, 'card_typed'),
        pick(GIVEAWAY_ERRORS, 'giveaway_not_found'),
        PROPOSING_ERRORS,
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      handler: ({ ctx, params, body }) => typeCard(ctx, { ...params, ...body }),
    }),

    defineRoute('get', '/admin/cards/{number}/letter', staff('entries.confirm'), {
      summary: 'Get the letter to the sender of a refused card, to print',
      params: cardParams,
      answers: CardLetter,
      refuses: [pick(CARD_ERRORS, 'card_not_found'), pick(MAIL_DESK_ERRORS, 'card_without_letter')],
      handler: ({ ctx, params }) => readCardLetter(ctx, params.number),
    }),

    defineRoute('post', '/admin/cards/{number}/scan', staff('entries.change'), {
      summary: 'Upload the picture of a card, stored private and re-encoded; a later upload replaces it',
      params: cardParams,
      ...uploadBody,
      answers: ScannedCard,
      refuses: [pick(CARD_ERRORS, 'card_not_found'), PICTURE_ERRORS],
      handler: async ({ ctx, params: { number }, c }) => {
        await withReceivedFiles(c, 1, async ([file]) => keepScan(ctx, { number, file: file! }))
        return { message: `Scan of card ${number} kept` }
      },
    }),

    defineRoute('get', '/admin/cards/{number}/scan', staff('entries.confirm'), {
      summary: 'Get the picture of a card',
      params: cardParams,
      responses: fileAnswer('image/webp'),
      refuses: [pick(MAIL_DESK_ERRORS, 'card_not_scanned')],
      handler: async ({ ctx, params, c }) =>
        c.body(new Uint8Array(await readCardScan(ctx, params.number)), 200, {
          'content-type': 'image/webp',
          'cache-control': 'private, no-store',
        }),
    }),
  )
