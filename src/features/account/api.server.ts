import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { IDENTITY_ERRORS } from '#features/identity/user/contract.ts'
import { SAVED_CARD_ERRORS } from '#features/orders/payment/saved-cards/contract.ts'
import { WINNER_ERRORS } from '#features/winners/contract.ts'
import { access, perHour, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { deleteAccount } from './commands.server.ts'
import { ACCOUNT_ERRORS, DeleteBody, DeletePreview } from './contract.ts'
import { exportAccount, readDeletePreview } from './queries.server.ts'

export const accountApi = () =>
  newApi(
    // The limit stops programs: a user rarely needs an export of the account.
    defineRoute('get', '/my/export', access('user', perHour(20)), {
      summary: 'Export all data that the shop holds about the caller, as a file',
      answers: z.record(z.string(), z.unknown()),
      refuses: [
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
        SAVED_CARD_ERRORS,
        pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
        pick(COMMON_ERRORS, 'invalid_input', 'not_found'),
      ],
      handler: async ({ ctx, c }) => {
        const everything = await exportAccount(ctx)
        const day = ctx.now().toISOString().slice(0, 10)
        const name = fileNameOf(ctx.settings.brand, `account-${day}.json`)
        c.header('content-disposition', `attachment; filename="${name}"`)
        return everything
      },
    }),

    defineRoute('get', '/my/delete-account', access('user'), {
      summary: 'Preview what the caller loses by deleting the account',
      answers: DeletePreview,
      handler: ({ ctx }) => readDeletePreview(ctx),
    }),

    defineRoute('post', '/my/delete-account', access('user', perHour(20)), {
      summary: 'Delete the caller’s account, at once and permanently',
      body: DeleteBody,
      answers: z.object({ success: z.literal(true), message: z.string() }),
      refuses: [
        ACCOUNT_ERRORS,
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(GIVEAWAY_ERRORS, 'already_drawn', 'already_frozen', 'entry_not_found', 'giveaway_not_found'),
        pick(IDENTITY_ERRORS, 'IncorrectPassword', 'PasswordMissing'),
        SAVED_CARD_ERRORS,
        pick(WINNER_ERRORS, 'open_prize', 'pass_proposed', 'winner_moved', 'winner_not_found'),
        pick(COMMON_ERRORS, 'ReauthenticationRequired', 'not_found', 'version_conflict'),
      ],
      handler: async ({ ctx, body }) => {
        await deleteAccount(ctx, body.password)
        return { success: true, message: 'Your account has been deleted.' } as const
      },
    }),
  )

export type AccountApi = ReturnType<typeof accountApi>
