import { defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { stopCoupon } from './commands/stop-coupon.server.ts'
import { changeCoupon, createCoupon } from './commands/write-coupon.server.ts'
import * as contract from './contract.ts'
import type { CodesPorts } from './ports.ts'
import { couponOf, listCoupons } from './queries/coupons.server.ts'
import { listReferrals, listUses } from './queries/uses.server.ts'

const byId = z.object({ id: z.uuid() })

const list = defineRoute('get', '/admin/codes', staff('codes.read'), {
  summary: 'Coupons with their state and use, newest first',
  query: contract.CouponQuery,
  answers: contract.CouponList,
})

const create = defineRoute('post', '/admin/codes', staff('codes.change'), {
  summary: 'Make a coupon',
  body: contract.NewCoupon,
  answers: contract.CouponDetail,
})

const one = defineRoute('get', '/admin/codes/{id}', staff('codes.read'), {
  summary: 'One coupon, what it has taken off, and who changed what',
  params: byId,
  answers: contract.CouponDetail,
})

const change = defineRoute('patch', '/admin/codes/{id}', staff('codes.change'), {
  summary: 'Change a coupon; of a used one only dates, limits and note',
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
const pause = stop('/admin/codes/{id}/pause', 'Pause a coupon; orders that are being paid keep it')
const resume = stop('/admin/codes/{id}/resume', 'Let people use a paused coupon again')
const archive = stop(
  '/admin/codes/{id}/archive',
  'Put a coupon away for good; its code may be given again, and its use stays known',
)

const uses = defineRoute('get', '/admin/codes/{id}/uses', staff('codes.read'), {
  summary: 'Who used a coupon, for which order, when and what it took off',
  params: byId,
  query: contract.PageQuery,
  answers: contract.CodeUseList,
})

const referrals = defineRoute('get', '/admin/referrals', staff('codes.read'), {
  summary: 'Referral codes that brought somebody, how many, and what their owners got for it',
  query: contract.PageQuery,
  answers: contract.ReferralCodeList,
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
