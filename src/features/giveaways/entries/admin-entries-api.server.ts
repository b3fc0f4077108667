import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { giveawayIdOf } from '../catalogue/queries/giveaways.server.ts'
import { debugOf } from '../draws/queries/debug.server.ts'
import { addPrivateEntry } from './commands/add-private-entry.server.ts'
import { removeEntry } from './commands/remove-entry.server.ts'
import {
  Entries,
  EntriesQuery,
  GiveawayDebug,
  PrivateEntryInput,
  PrivateEntryResult,
  RemoveEntryInput,
} from './entries-contract.ts'
import { listEntriesOfGiveaway } from './queries/entry-list.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })

const list = createRoute({
  ...staff('entries.read'),
  method: 'get',
  path: '/giveaways/{id}/entries',
  summary: 'A page of the entries of a giveaway by slot, with who holds them',
  request: { params, query: EntriesQuery },
  responses: answers(Entries),
})

const addPrivate = createRoute({
  ...staff('entries.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/private-entries',
  summary: 'Records a free entry that came by mail within the mail-in window',
  request: { params, ...jsonBody(PrivateEntryInput) },
  responses: answers(PrivateEntryResult),
})

const removeOne = createRoute({
  ...staff('entries.change', { isFreshAsked: true }),
  method: 'delete',
  path: '/admin/giveaways/{id}/entries/{slotNumber}',
  summary: 'Removes an entry; a bought one gives its credit back unless `returnCredit` is false',
  request: {
    params: params.extend({ slotNumber: z.coerce.number().int().min(1).max(200_000) }),
    body: { content: { 'application/json': { schema: RemoveEntryInput } }, description: 'JSON' },
  },
  responses: answers(z.object({ message: z.string() })),
})

const debug = createRoute({
  ...staff('giveaways.read', { limit: { points: 30, seconds: 60 } }),
  method: 'get',
  path: '/admin/giveaways/{id}/debug',
  summary: 'Counts, ledger, auto-entry, announcements and list of a giveaway, and what does not add up',
  request: { params },
  responses: answers(GiveawayDebug),
})

export const adminEntriesApi = () =>
  newApi()
    .openapi(list, async c => {
      const id = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      return c.json(await listEntriesOfGiveaway(c.var.ctx, id, c.req.valid('query')), 200)
    })
    .openapi(addPrivate, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      const slotNumber = await addPrivateEntry(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      return c.json({ message: `Private entry added: Slot ${slotNumber}`, slotNumber, tempPassword: null }, 200)
    })
    .openapi(removeOne, async c => {
      const { id, slotNumber } = c.req.valid('param')
      const giveawayId = await giveawayIdOf(c.var.ctx, id)
      await removeEntry(c.var.ctx, { giveawayId, slotNumber, ...c.req.valid('json') })
      return c.json({ message: 'Entry removed successfully' }, 200)
    })
    .openapi(debug, async c =>
      c.json(await debugOf(c.var.ctx, await giveawayIdOf(c.var.ctx, c.req.valid('param').id)), 200),
    )
