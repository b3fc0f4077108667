import { Hono } from 'hono'
import { z } from 'zod'
import { listOf } from '../books/kinds.ts'
import { type Api, endpoint } from '../request/endpoint.ts'
import { missing } from '../request/faults.ts'
import { paging, text } from '../request/params.ts'

const list = z.strictObject({
  limit: paging.limit,
  starting_after: text.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  expand: paging.expand,
})

/** `/v1/events`. */
export function events(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, list, async (work, { limit, starting_after, type, types }) => {
      const wanted = types ?? (type ? [type] : null)
      const { data, hasMore } = await work.store.listEvents(wanted, limit, starting_after ?? null)
      return listOf(data, '/v1/events', hasMore)
    }),
  )
  app.get(
    '/:id',
    endpoint(api, z.strictObject({ expand: paging.expand }), async (work, _params, id) => {
      const event = await work.store.event(id)
      if (!event) throw missing('event', id, 'id', 404)
      return event
    }),
  )
  return app
}
