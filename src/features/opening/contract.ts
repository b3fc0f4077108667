import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { EMAIL_PROBLEMS, newEmailInput } from '#kernel/values/inputs/email.ts'
import { linkToken } from '#kernel/values/inputs/texts.ts'
import { badRequest, conflict, type ErrorTable } from '#platform/errors.ts'

export const OPENING_ERRORS = {
  shop_is_open: conflict('We are open. Please come in.'),
  opening_link_invalid: badRequest('This link is not complete. Please open it again from the e-mail.'),
} as const satisfies ErrorTable

/** A link that was not pressed is over after this many days. */
export const CONFIRM_DAYS = 7

/** Beside the field. */
export const OPENING_WORDING = 'One e-mail when we open, and no other. You can cancel at any time.'

export const OpeningRequestBody = strictModel('NewOpeningRequest', { email: newEmailInput(EMAIL_PROBLEMS) })
export type OpeningRequestBody = z.infer<typeof OpeningRequestBody>

/** The same for every address. */
export const CHECK_MAIL = 'Check your e-mail and confirm there. Until you do, nothing else is sent.'
export const OpeningAsked = z.object({ success: z.literal(true), message: z.string() })

const token = linkToken(OPENING_ERRORS.opening_link_invalid.message)
export const OpeningLinkQuery = z.strictObject({ token })
export const OpeningLinkBody = strictModel('OpeningLink', { token, action: z.enum(['confirm', 'cancel']) })
export type OpeningAction = z.infer<typeof OpeningLinkBody>['action']

/** The request behind a link. `over`: told, cancelled or expired. */
export const OpeningOfLink = model('OpeningRequest', {
  state: z.enum(['unconfirmed', 'waiting', 'over']),
  /** Masked, because an e-mail may be forwarded together with its link. */
  email: z.string().nullable(),
})
export type OpeningOfLink = z.infer<typeof OpeningOfLink>
