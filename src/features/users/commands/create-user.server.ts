import { tooYoung } from '#features/identity/contract.ts'
import { createUserWithTemporaryPassword } from '#features/identity/passwords/commands/temporary-password.server.ts'
import { saveShippingAddress } from '#features/identity/profile/commands/profile.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { subjectOf } from '../access/acted-on.server.ts'
import type { NewUser } from '../acts-contract.ts'

/**
 * Creates an account with an address for a person.
 * @returns the temporary password, to be shown once. Only its hash is kept, and the first sign-in demands a new one.
 * @throws invalid_input for a person below the minimum age, UsernameExistsException.
 */
export async function createByStaff(ctx: Context, input: NewUser): Promise<{ userId: string; tempPassword: string }> {
  const { name, email, phone, birthday: birthDate, address } = input
  const young = tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuse('invalid_input', {}, { birthday: [young] })
  const { userId, temporaryPassword: tempPassword } = await createUserWithTemporaryPassword(
    ctx,
    { name, email, phone, birthDate },
    async (tx, userId) => {
      await saveShippingAddress(tx, { userId, address })
      await writeAuditLog(tx, { action: 'created', subject: subjectOf({ userId, email }) })
    },
  )
  return { userId, tempPassword }
}
