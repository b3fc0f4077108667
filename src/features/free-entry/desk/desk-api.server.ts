import { filesOf, uploadBody } from '#adapters/images/uploads.server.ts'
import { defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import { fileAnswer } from '#kernel/api/files/file-answer.server.ts'
import { keepScan } from './commands/keep-scan.server.ts'
import { openCards } from './commands/open-cards.server.ts'
import { takeCard } from './commands/take-card.server.ts'
import { typeCard } from './commands/type-card.server.ts'
import {
  CardLetter,
  DeskCard,
  DeskCode,
  DeskCounts,
  DeskGiveaway,
  DeskGiveaways,
  DeskQuery,
  DeskRows,
  OpenedCards,
  OpenedInput,
  ScannedCard,
  TakeInput,
  TakenCard,
  TypedCard,
  TypedInput,
} from './contract.ts'
import { cardLetterOf } from './queries/card-letter.server.ts'
import { cardScanOf } from './queries/card-scan.server.ts'
import { deskCardOf } from './queries/desk-card.server.ts'
import { deskCounts, listDeskCards } from './queries/desk-cards.server.ts'
import { deskGiveaways, giveawayOfCode } from './queries/desk-giveaways.server.ts'

const cardParams = z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) })

const list = defineRoute('get', '/admin/mail-desk/cards', staff('entries.confirm'), {
  summary: 'List mailed cards of all giveaways by state, page by page: to type, to confirm, registered or refused',
  query: DeskQuery,
  answers: DeskRows,
})

const readCounts = defineRoute('get', '/admin/mail-desk/counts', staff('entries.confirm'), {
  summary: 'Count the mailed cards to type and to confirm',
  answers: DeskCounts,
})

const listGiveaways = defineRoute('get', '/admin/mail-desk/giveaways', staff('entries.confirm'), {
  summary: 'List giveaways that receive cards, with the days on which mail counts',
  answers: DeskGiveaways,
})

const readCode = defineRoute('get', '/admin/mail-desk/code', staff('entries.confirm'), {
  summary: 'Get the giveaway of the code on a printed card, typed or read by a camera',
  query: DeskCode,
  answers: DeskGiveaway,
})

const open = defineRoute('post', '/admin/mail-desk/cards', staff('entries.change'), {
  summary: 'Assign numbers without a gap to opened envelopes; their cards are typed afterwards',
  body: OpenedInput,
  answers: OpenedCards,
})

const take = defineRoute('post', '/admin/mail-desk/next', staff('entries.confirm'), {
  summary: 'Assign the next card to type or to confirm to the caller; no other desk gets it for five minutes',
  body: TakeInput,
  answers: TakenCard,
})

const readOne = defineRoute('get', '/admin/cards/{number}', staff('entries.confirm'), {
  summary: 'Get a mailed card with the rule that refuses it, hints, and senders of the same household',
  params: cardParams,
  answers: DeskCard,
})

const type = defineRoute('post', '/admin/cards/{number}/type', staff('entries.change'), {
  summary: 'Save the typed content of an opened card, once; a second staff member confirms it',
  params: cardParams,
  body: TypedInput,
  answers: TypedCard,
})

const readLetter = defineRoute('get', '/admin/cards/{number}/letter', staff('entries.confirm'), {
  summary: 'Get the letter to the sender of a refused card, to print',
  params: cardParams,
  answers: CardLetter,
})

const scan = defineRoute('post', '/admin/cards/{number}/scan', staff('entries.change'), {
  summary: 'Upload the picture of a card, stored private and re-encoded; a later upload replaces it',
  params: cardParams,
  ...uploadBody,
  answers: ScannedCard,
})

const readScan = defineRoute('get', '/admin/cards/{number}/scan', staff('entries.confirm'), {
  summary: 'Get the picture of a card',
  params: cardParams,
  responses: fileAnswer('image/webp'),
})

/** Staff routes of the desk for the mail. */
export const mailDeskApi = () =>
  newApi()
    .openapi(list, async c => c.json(await listDeskCards(c.var.ctx, c.req.valid('query')), 200))
    .openapi(readCounts, async c => c.json(await deskCounts(c.var.ctx), 200))
    .openapi(listGiveaways, async c => c.json({ giveaways: await deskGiveaways(c.var.ctx) }, 200))
    .openapi(readCode, async c => c.json(await giveawayOfCode(c.var.ctx, c.req.valid('query').code), 200))
    .openapi(open, async c => c.json(await openCards(c.var.ctx, c.req.valid('json')), 200))
    .openapi(take, async c => c.json({ card: await takeCard(c.var.ctx, c.req.valid('json')) }, 200))
    .openapi(readOne, async c => c.json(await deskCardOf(c.var.ctx, c.req.valid('param').number), 200))
    .openapi(type, async c =>
      c.json(await typeCard(c.var.ctx, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
    )
    .openapi(readLetter, async c => c.json(await cardLetterOf(c.var.ctx, c.req.valid('param').number), 200))
    .openapi(scan, async c => {
      const { number } = c.req.valid('param')
      const [file] = await filesOf(c, 1)
      await keepScan(c.var.ctx, {
        number,
        file: { name: file!.name, bytes: new Uint8Array(await file!.arrayBuffer()) },
      })
      return c.json({ message: `Scan of card ${number} kept` }, 200)
    })
    .openapi(readScan, async c =>
      c.body(new Uint8Array(await cardScanOf(c.var.ctx, c.req.valid('param').number)), 200, {
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
      }),
    )
