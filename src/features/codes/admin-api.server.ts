import { answers, createRoute, jsonBody, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { stopCoupon } from './commands/stop-coupon.server.ts'
import { changeCoupon, createCoupon } from './commands/write-coupon.server.ts'
import * as contract from './contract.ts'
import type { CodesPorts } from './ports.ts'
import { couponOf, listCoupons } from './queries/coupons.server.ts'
import { listReferrals, listUses } from './queries/uses.server.ts'

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

const stop = <P extends string>(path: P, summary: string) =>
  createRoute({
    ...staff('codes.change'),
    method: 'post',
    path,
    summary,
    request: { params: byId },
    responses: answers(contract.CouponDetail),
  })
const pause = stop('/admin/codes/{id}/pause', 'Pause a coupon; orders that are being paid keep it')
const resume = stop('/admin/codes/{id}/resume', 'Let people use a paused coupon again')
const archive = stop(
  '/admin/codes/{id}/archive',
  'Put a coupon away for good; its code may be given again, and its use stays known',
)

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

/** Stops or resumes a coupon, then reads the coupon. */
async function stopped(ctx: Context, id: string, kind: Parameters<typeof stopCoupon>[2]) {
  await stopCoupon(ctx, id, kind)
  return couponOf(ctx, id)
}

export const codesAdminApi = (ports: CodesPorts) =>
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
    .openapi(pause, async c => c.json(await stopped(c.var.ctx, c.req.valid('param').id, 'paused'), 200))
    .openapi(resume, async c => c.json(await stopped(c.var.ctx, c.req.valid('param').id, 'resumed'), 200))
    .openapi(archive, async c => c.json(await stopped(c.var.ctx, c.req.valid('param').id, 'archived'), 200))
    .openapi(uses, async c => {
      const page = { ...c.req.valid('query'), id: c.req.valid('param').id }
      return c.json(await listUses(c.var.ctx, ports, page), 200)
    })
    .openapi(referrals, async c => c.json(await listReferrals(c.var.ctx, c.req.valid('query')), 200))

export type CodesAdminApi = ReturnType<typeof codesAdminApi>
