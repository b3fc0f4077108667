import { Hono } from 'hono'
import { z } from 'zod'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { listKind } from '../../request/listing.ts'
import { created, paging, text } from '../../request/params.ts'

const filter = z.strictObject({ ...paging, created, customer: text.optional(), payment_intent: text.optional() })

/** `/v1/charges`, read only. */
export function charges(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, filter, (work, params) =>
      listKind(work, 'charge', '/v1/charges', params, [params.customer, params.payment_intent]),
    ),
  )
  app.get('/:id', retrieval(api, 'charge'))
  return app
}
