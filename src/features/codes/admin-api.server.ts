import { staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { stopCoupon } from './commands/stop-coupon.server.ts'
import { changeCoupon, createCoupon } from './commands/write-coupon.server.ts'
import * as contract from './contract.ts'
import { COUPON_ERRORS } from './contract.ts'
import type { CodesPorts } from './ports.ts'
import { listCoupons, readCoupon } from './queries/coupons.server.ts'
import { listReferrals, listUses } from './queries/uses.server.ts'

export const codesAdminApi = (ports: CodesPorts) =>
  newApi(
    defineRoute('get', '/admin/codes', staff('codes.read'), {
      summary: 'List coupons with their state and use, newest first',
      query: contract.CouponQuery,
      answers: contract.CouponList,
      handler: ({ ctx, query }) => listCoupons(ctx, query),
    }),

    defineRoute('post', '/admin/codes', staff('codes.change'), {
      summary: 'Create a coupon',
      body: contract.NewCoupon,
      answers: contract.CouponDetail,
      refuses: [pick(COUPON_ERRORS, 'coupon_code_taken', 'coupon_not_found')],
      handler: async ({ ctx, body }) => {
        const id = await createCoupon(ctx, body)
        return readCoupon(ctx, id)
      },
    }),

    defineRoute('get', '/admin/codes/{id}', staff('codes.read'), {
      summary: 'Get a coupon with its total discount and its changes by staff',
      params: byId,
      answers: contract.CouponDetail,
      refuses: [pick(COUPON_ERRORS, 'coupon_not_found')],
      handler: ({ ctx, params }) => readCoupon(ctx, params.id),
    }),

    defineRoute('patch', '/admin/codes/{id}', staff('codes.change'), {
      summary: 'Update a coupon; after its first use only dates, limits and note can change',
      params: byId,
      body: contract.CouponChange,
      answers: contract.CouponDetail,
      refuses: [COUPON_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readCoupon, changeCoupon, call.body),
    }),

    defineRoute('post', '/admin/codes/{id}/pause', staff('codes.change'), {
      summary: 'Pause a coupon; orders in payment keep it',
      params: byId,
      answers: contract.CouponDetail,
      refuses: [pick(COUPON_ERRORS, 'coupon_archived', 'coupon_not_found')],
      handler: call => readAfter(call, readCoupon, stopCoupon, 'paused'),
    }),

    defineRoute('post', '/admin/codes/{id}/resume', staff('codes.change'), {
      summary: 'Resume a paused coupon',
      params: byId,
      answers: contract.CouponDetail,
      refuses: [pick(COUPON_ERRORS, 'coupon_archived', 'coupon_not_found')],
      handler: call => readAfter(call, readCoupon, stopCoupon, 'resumed'),
    }),

    defineRoute('post', '/admin/codes/{id}/archive', staff('codes.change'), {
      summary: 'Archive a coupon permanently; its code may be issued again, and its uses stay on record',
      params: byId,
      answers: contract.CouponDetail,
      refuses: [pick(COUPON_ERRORS, 'coupon_archived', 'coupon_not_found')],
      handler: call => readAfter(call, readCoupon, stopCoupon, 'archived'),
    }),

    defineRoute('get', '/admin/codes/{id}/uses', staff('codes.read'), {
      summary: 'List the uses of a coupon: user, order, time and discount',
      params: byId,
      query: contract.PageQuery,
      answers: contract.CodeUseList,
      refuses: [pick(COUPON_ERRORS, 'coupon_not_found')],
      handler: async ({ ctx, params, query }) => {
        const page = { ...query, id: params.id }
        return listUses(ctx, ports, page)
      },
    }),

    defineRoute('get', '/admin/referrals', staff('codes.read'), {
      summary: "List referral codes that brought users, with their number and the owners' rewards",
      query: contract.PageQuery,
      answers: contract.ReferralCodeList,
      handler: ({ ctx, query }) => listReferrals(ctx, query),
    }),
  )

export type CodesAdminApi = ReturnType<typeof codesAdminApi>
