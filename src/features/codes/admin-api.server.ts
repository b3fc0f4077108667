import { byId, defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { stopCoupon } from './commands/stop-coupon.server.ts'
import { changeCoupon, createCoupon } from './commands/write-coupon.server.ts'
import * as contract from './contract.ts'
import type { CodesPorts } from './ports.ts'
import { couponOf, listCoupons } from './queries/coupons.server.ts'
import { listReferrals, listUses } from './queries/uses.server.ts'

const list = defineRoute('get', '/admin/codes', staff('codes.read'), {
  summary: 'List coupons with their state and use, newest first',
  query: contract.CouponQuery,
  answers: contract.CouponList,
})

const create = defineRoute('post', '/admin/codes', staff('codes.change'), {
  summary: 'Create a coupon',
  body: contract.NewCoupon,
  answers: contract.CouponDetail,
})

const one = defineRoute('get', '/admin/codes/{id}', staff('codes.read'), {
  summary: 'Get a coupon with its total discount and its changes by staff',
  params: byId,
  answers: contract.CouponDetail,
})

const change = defineRoute('patch', '/admin/codes/{id}', staff('codes.change'), {
  summary: 'Update a coupon; after its first use only dates, limits and note can change',
  params: byId,
  body: contract.CouponChange,
  answers: contract.CouponDetail,
})

const stop = <P extends string>(path: P, summary: string) =>
  defineRoute('post', path, staff('codes.change'), {
    summary,
    params: byId,
    answers: contract.CouponDetail,
  })
const pause = stop('/admin/codes/{id}/pause', 'Pause a coupon; orders in payment keep it')
const resume = stop('/admin/codes/{id}/resume', 'Resume a paused coupon')
const archive = stop(
  '/admin/codes/{id}/archive',
  'Archive a coupon permanently; its code may be issued again, and its uses stay on record',
)

const uses = defineRoute('get', '/admin/codes/{id}/uses', staff('codes.read'), {
  summary: 'List the uses of a coupon: user, order, time and discount',
  params: byId,
  query: contract.PageQuery,
  answers: contract.CodeUseList,
})

const referrals = defineRoute('get', '/admin/referrals', staff('codes.read'), {
  summary: "List referral codes that brought users, with their number and the owners' rewards",
  query: contract.PageQuery,
  answers: contract.ReferralCodeList,
})

export const codesAdminApi = (ports: CodesPorts) =>
  newApi()
    .openapi(list, async c => c.json(await listCoupons(c.var.ctx, c.req.valid('query')), 200))
    .openapi(create, async c => {
      const id = await createCoupon(c.var.ctx, c.req.valid('json'))
      return c.json(await couponOf(c.var.ctx, id), 200)
    })
    .openapi(one, async c => c.json(await couponOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(change, async c => c.json(await readAfter(c, couponOf, changeCoupon, c.req.valid('json')), 200))
    .openapi(pause, async c => c.json(await readAfter(c, couponOf, stopCoupon, 'paused'), 200))
    .openapi(resume, async c => c.json(await readAfter(c, couponOf, stopCoupon, 'resumed'), 200))
    .openapi(archive, async c => c.json(await readAfter(c, couponOf, stopCoupon, 'archived'), 200))
    .openapi(uses, async c => {
      const page = { ...c.req.valid('query'), id: c.req.valid('param').id }
      return c.json(await listUses(c.var.ctx, ports, page), 200)
    })
    .openapi(referrals, async c => c.json(await listReferrals(c.var.ctx, c.req.valid('query')), 200))

export type CodesAdminApi = ReturnType<typeof codesAdminApi>
