import { Hono } from 'hono'
import { z } from 'zod'
import { newPortalSession } from '../../objects/portal-session.ts'
import { type Api, endpoint } from '../../request/endpoint.ts'
import { address, expand, text } from '../../request/params.ts'

const create = z.strictObject({ customer: text, return_url: address.optional(), expand })

/** `/v1/billing_portal/sessions`. The page itself is in `page/`. */
export function billingPortalSessions(api: Api): Hono {
  const app = new Hono()
  app.post(
    '/',
    endpoint(api, create, async (work, params) => {
      const customer = await work.retrieve('customer', params.customer, 'customer')
      const given = { customer: customer.id, returnUrl: params.return_url, pagesUrl: work.pagesUrl }
      const session = work.create('billing_portal.session', newPortalSession(given, work.seconds))
      work.emit('billing_portal.session.created', session.data)
      return session.data
    }),
  )
  return app
}
