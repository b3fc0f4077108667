import { PROPOSED } from '#features/proposals/responses.ts'
import { freshStaff, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { MergeBody, Merged, MergePreview, MergePreviewBody } from './merge/merge-contract.ts'
import { mergePreviewOf } from './merge/merge-preview.server.ts'
import { mergeUsers } from './merge/merge-users.server.ts'
import { RIGHT_OF } from './rules.ts'

/** API routes of a merge of two accounts. */
export const mergeApi = () =>
  newApi(
    defineRoute('post', '/admin/users/merge/preview', staff(RIGHT_OF.merge), {
      summary: 'Preview the merge of two accounts of the same user, with the reasons that block it',
      body: MergePreviewBody,
      answers: MergePreview,
      isRead: true,
      handler: ({ ctx, body }) => mergePreviewOf(ctx, body),
    }),

    defineRoute('post', '/admin/users/merge', freshStaff(RIGHT_OF.merge), {
      summary: 'Merge two accounts of the same user; everything moves to the target account, and the other is closed',
      body: MergeBody,
      answers: Merged,
      responses: PROPOSED,
      handler: async ({ ctx, body, c }) => {
        const merged = await mergeUsers(ctx, body)
        if ('proposal' in merged) return c.json(merged, 202)
        const { into, isRepeated } = merged
        return { success: true, message: `Merged into ${into.email}`, isRepeated } as const
      },
    }),
  )
