import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { ROLE_NAMES, type Role } from '#kernel/rights.ts'
import { refusals } from '#platform/errors.ts'
import { IDENTITY_ERRORS } from '../../user/contract.ts'
import { invitationEmail } from '../../user/emails.server.ts'
import { createUser } from './accounts.server.ts'

const refuse = refusals(IDENTITY_ERRORS)

type Invited = { email: string; name: string; phone?: string; birthDate?: string; role: Role }

/**
 * Creates the account of a person who is invited to the staff, without a password, and sends the invitation. The role waits for the proof of
 * the mailbox.
 * @returns the id of the new user. @throws UsernameExistsException.
 */
export async function inviteStaff(tx: TransactionContext, input: Invited): Promise<string> {
  const userId = await createUser(tx, { ...input, isMailboxProven: false })
  if (!userId) throw refuse('UsernameExistsException')
  await sendInvitation(tx, { userId, email: input.email, role: input.role })
  return userId
}

/** Sends the invitation, which holds no secret: the invitee asks for a code on the page that it names. */
export const sendInvitation = (tx: TransactionContext, input: { userId: string; email: string; role: Role }) =>
  sendEmail(
    tx,
    { to: input.email, userId: input.userId },
    invitationEmail(tx, { email: input.email, role: ROLE_NAMES[input.role] }),
  )
