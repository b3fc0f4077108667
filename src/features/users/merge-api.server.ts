import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { PROPOSED } from '#features/proposals/proposed.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import { freshStaff, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick } from '#platform/errors.ts'
import { END_ERRORS } from './access/acted-on.server.ts'
import { PEOPLE_ERRORS } from './contract.ts'
import { MergeBody, Merged, MergePreview, MergePreviewBody } from './merge/merge-contract.ts'
import { readMergePreview } from './merge/merge-preview.server.ts'
import { mergeUsers } from './merge/merge-users.server.ts'
import { RIGHT_OF } from './rules.ts'

const PREVIEW_ERRORS = [
  pick(
    PEOPLE_ERRORS,
    'both_members',
    'entry_limit_exceeded',
    'owner_only',
    'payment_open',
    'person_not_found',
    'same_person',
    'staff_merge',
    'unproven_account',
  ),
  pick(WINNER_ERRORS, 'open_prize'),
]

/** API routes of a merge of two accounts. */
export const mergeApi = () =>
  newApi(
    defineRoute('post', '/admin/users/merge/preview', staff(RIGHT_OF.merge), {
      summary: 'Preview the merge of two accounts of the same user, with the reasons that block it',
      body: MergePreviewBody,
      answers: MergePreview,
      isRead: true,
      refuses: PREVIEW_ERRORS,
      handler: ({ ctx, body }) => readMergePreview(ctx, body),
    }),

    defineRoute('post', '/admin/users/merge', freshStaff(RIGHT_OF.merge), {
      summary: 'Merge two accounts of the same user; everything moves to the target account, and the other is closed',
      body: MergeBody,
      answers: Merged,
      responses: PROPOSED,
      refuses: [
        ...PREVIEW_ERRORS,
        ...END_ERRORS,
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_not_found'),
      ],
      handler: async ({ ctx, body, c }) => {
        const merged = await mergeUsers(ctx, body)
        if ('proposal' in merged) return c.json(merged, 202)
        const { into, isRepeated } = merged
        return { success: true, message: `Merged into ${into.email}`, isRepeated } as const
      },
    }),
  )
