import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import { stopCoupon } from './commands/stop-coupon.server.ts'
import { changeCoupon, createCoupon } from './commands/write-coupon.server.ts'
import * as contract from './contract.ts'
import { couponOf, listCoupons } from './queries/coupons.server.ts'
import { listReferrals, listUses, type ReferencesOf } from './queries/uses.server.ts'

const byId = z.object({ id: z.uuid() })

const list = createRoute({
  ...staff('codes.read'),
  method: 'get',
  path: '/admin/codes',
  summary: 'Coupons with their state and use, newest first',
  request: { query: contract.CouponQuery },
  responses: answers(contract.CouponList),
})

const create = createRoute({
  ...staff('codes.change'),
  method: 'post',
  path: '/admin/codes',
  summary: 'Make a coupon',
  request: jsonBody(contract.NewCoupon),
  responses: answers(contract.CouponDetail),
})

const one = createRoute({
  ...staff('codes.read'),
  method: 'get',
  path: '/admin/codes/{id}',
  summary: 'One coupon, what it has taken off, and who changed what',
  request: { params: byId },
  responses: answers(contract.CouponDetail),
})

const change = createRoute({
  ...staff('codes.change'),
  method: 'patch',
  path: '/admin/codes/{id}',
  summary: 'Change a coupon; of a used one only dates, limits and note',
  request: { params: byId, ...jsonBody(contract.CouponChange) },
  responses: answers(contract.CouponDetail),
})

const pause = createRoute({
  ...staff('codes.change'),
  method: 'post',
  path: '/admin/codes/{id}/pause',
  summary: 'Let nobody use a coupon for now; whoever is paying with it keeps it',
  request: { params: byId },
  responses: answers(contract.CouponDetail),
})

const resume = createRoute({
  ...staff('codes.change'),
  method: 'post',
  path: '/admin/codes/{id}/resume',
  summary: 'Let people use a paused coupon again',
  request: { params: byId },
  responses: answers(contract.CouponDetail),
})

const archive = createRoute({
  ...staff('codes.change'),
  method: 'post',
  path: '/admin/codes/{id}/archive',
  summary: 'Put a coupon away for good; its code may be given again, and its use stays known',
  request: { params: byId },
  responses: answers(contract.CouponDetail),
})

const uses = createRoute({
  ...staff('codes.read'),
  method: 'get',
  path: '/admin/codes/{id}/uses',
  summary: 'Who used a coupon, for which order, when and what it took off',
  request: { params: byId, query: contract.PageQuery },
  responses: answers(contract.CodeUseList),
})

const referrals = createRoute({
  ...staff('codes.read'),
  method: 'get',
  path: '/admin/referrals',
  summary: 'Referral codes that brought somebody, how many, and what their owners got for it',
  request: { query: contract.PageQuery },
  responses: answers(contract.ReferralCodeList),
})

/** @param referencesOf looks up order references; a dependency of the orders feature. */
export const codesAdminApi = (referencesOf: ReferencesOf) =>
  newApi()
    .openapi(list, async c => c.json(await listCoupons(c.var.ctx, c.req.valid('query')), 200))
    .openapi(create, async c => {
      const id = await createCoupon(c.var.ctx, c.req.valid('json'))
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(one, async c => c.json(await couponOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(change, async c => {
      const { id } = c.req.valid('param')
      await changeCoupon(c.var.ctx, id, c.req.valid('json'))
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(pause, async c => {
      const { id } = c.req.valid('param')
      await stopCoupon(c.var.ctx, id, 'paused')
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(resume, async c => {
      const { id } = c.req.valid('param')
      await stopCoupon(c.var.ctx, id, 'resumed')
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(archive, async c => {
      const { id } = c.req.valid('param')
      await stopCoupon(c.var.ctx, id, 'archived')
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(uses, async c => {
      const page = { ...c.req.valid('query'), id: c.req.valid('param').id }
      return c.json(await listUses(c.var.ctx, page, referencesOf), 200)
    })
    .openapi(referrals, async c => c.json(await listReferrals(c.var.ctx, c.req.valid('query')), 200))

export type CodesAdminApi = ReturnType<typeof codesAdminApi>
