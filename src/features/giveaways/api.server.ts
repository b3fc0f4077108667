import { EntryProof } from '#features/draw-log/log/contract.ts'
import { proofOfEntry } from '#features/draw-log/tree/queries/entry-proofs.server.ts'
import { access, actorOf, callerId, defineRoute, newApi, publicRead, showing, z } from '#kernel/api/api.server.ts'
import { attached } from '#kernel/api/files/file-answer.server.ts'
import { refuse } from '#platform/errors.ts'
import { calendarOf } from './catalogue/calendar.server.ts'
import { giveawayOf, listGiveaways, slotBoardOf } from './catalogue/queries/giveaways.server.ts'
import { setAutoEntry } from './entries/commands/auto-entry.server.ts'
import { enterGiveaway, swapSlot } from './entries/commands/enter-giveaway.server.ts'
import { MyEntries, MyEntriesQuery } from './entries/contract.ts'
import { listEntriesOfUser } from './entries/queries/my-entries.server.ts'
import {
  AutoEntryInput,
  AutoEntryResult,
  EntryInput,
  EntryResult,
  Giveaway,
  GiveawayPage,
  GiveawayQuery,
  SlotBoard,
  SwapInput,
  SwapResult,
} from './giveaway/contract.ts'
import { idOf, params } from './giveaway/queries/giveaway-param.server.ts'
import { SIGN_IN_TO_ENTER } from './giveaway/rules.ts'
import { officialRulesApi } from './official-rules/official-rules-api.server.ts'

const list = defineRoute('get', '/giveaways', access('anyone'), {
  summary: 'List giveaways visible to the caller; `past=true` lists closed or drawn giveaways, page by page',
  query: GiveawayQuery,
  answers: GiveawayPage,
})

const read = defineRoute('get', '/giveaways/{id}', access('anyone'), {
  summary: 'Get a giveaway by id or slug',
  params,
  answers: Giveaway,
})

const readCalendar = defineRoute('get', '/giveaways/{id}/calendar.ics', publicRead(), {
  summary: 'Get a giveaway’s opening and closing as a calendar file',
  params,
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
})

const readSlots = defineRoute('get', '/giveaways/{id}/slots', publicRead(), {
  summary: 'List the taken slots of a giveaway, without identities',
  params,
  answers: SlotBoard,
})

const readProof = defineRoute('get', '/giveaways/{id}/proof/{index}', publicRead(), {
  summary: 'Get the proof that a leaf of the entry tree is in a head that witnesses saw',
  params: params.extend({ index: z.coerce.number().int().min(0).max(10_000_000) }),
  answers: EntryProof,
})

const enter = defineRoute('post', '/giveaways/{id}/entries', access('user', undefined, SIGN_IN_TO_ENTER), {
  summary: 'Enter a giveaway; spends a credit on each slot, all or none',
  params,
  body: EntryInput,
  answers: EntryResult,
})

const swap = defineRoute('post', '/giveaways/{id}/entries/swap', access('user'), {
  summary: 'Move the caller’s entry to a free slot',
  params,
  body: SwapInput,
  answers: SwapResult,
})

const readMine = defineRoute('get', '/my/entries', access('user'), {
  summary: 'List the caller’s entries, newest first; `past` selects giveaways that are over (true) or running (false)',
  query: MyEntriesQuery,
  answers: MyEntries,
})

const switchAutoEntry = defineRoute('post', '/my/auto-entry', access('user'), {
  summary: 'Turn auto-entry into Bronze giveaways on (members only) or off',
  body: AutoEntryInput,
  answers: AutoEntryResult,
})

export const giveawaysApi = () =>
  newApi()
    .route('/', officialRulesApi())
    .openapi(list, async c => {
      showing(c, 'giveaways')
      return c.json(await listGiveaways(c.var.ctx, c.req.valid('query')), 200)
    })
    .openapi(read, async c => {
      const giveaway = await giveawayOf(c.var.ctx, c.req.valid('param').id)
      showing(c, `giveaway:${giveaway.id}`)
      return c.json(giveaway, 200)
    })
    .openapi(readCalendar, async c => {
      const { name, text } = await calendarOf(c.var.ctx, c.req.valid('param').id)
      return c.body(text, 200, attached(name, 'text/calendar; charset=utf-8'))
    })
    .openapi(readSlots, async c => c.json(await slotBoardOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(readProof, async c =>
      c.json(await proofOfEntry(c.var.ctx, await idOf(c), c.req.valid('param').index), 200),
    )
    .openapi(enter, async c => {
      const { ctx } = c.var
      const { userId } = actorOf(ctx)
      const {
        slotNumber,
        slots = slotNumber && [slotNumber],
        pick,
        userId: named = userId,
        marks,
      } = c.req.valid('json')
      if (named !== userId) throw refuse('Unauthorized')
      return c.json(
        await enterGiveaway(ctx, {
          giveawayId: await idOf(c),
          userId,
          marks,
          ...(slots ? { slots } : { pick: pick! }),
        }),
        200,
      )
    })
    .openapi(swap, async c => {
      const { userId } = actorOf(c.var.ctx)
      return c.json(await swapSlot(c.var.ctx, { giveawayId: await idOf(c), userId, ...c.req.valid('json') }), 200)
    })
    .openapi(readMine, async c => c.json(await listEntriesOfUser(c.var.ctx, callerId(c), c.req.valid('query')), 200))
    .openapi(switchAutoEntry, async c =>
      c.json(await setAutoEntry(c.var.ctx, { userId: callerId(c), ...c.req.valid('json') }), 200),
    )

export type GiveawaysApi = ReturnType<typeof giveawaysApi>
