import { z } from 'zod'
import { CreditBalances } from '#features/credits/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'

export const ACCOUNT_ERRORS = {
  staff_account: conflict('Ask another member of staff to delete a staff account.'),
  address_entry: conflict(
    'An entry of this email address is in a giveaway that is not decided. Confirm the email address first, or delete the account later.',
  ),
} as const satisfies ErrorTable

/** The user types this word to confirm the deletion. */
export const DELETE_WORD = 'DELETE'
const SENTENCE = `Please type ${DELETE_WORD} to confirm`

export const DeleteBody = strictModel('AccountDeletion', {
  confirmation: z.enum([DELETE_WORD], ifMissing(SENTENCE)),
  /** Optional after a proof of identity in the last five minutes, for example by a second factor. */
  password: z.string().min(1, 'Password is required').max(1024).optional(),
})

/** The effects of a deletion, shown before the user confirms. */
export const DeletePreview = model('AccountDeletionPreview', {
  openEntries: z.array(z.object({ giveaway: z.string(), slots: z.array(z.int()) })),
  credits: CreditBalances.omit({ userId: true }),
  membership: z.object({ plan: z.enum(['monthly', 'yearly']), paidUntil: z.iso.datetime() }).nullable(),
  /** Recently won giveaways whose prize may still be on its way. */
  prizes: z.array(z.string()),
})
export type DeletePreview = z.infer<typeof DeletePreview>
