import { writeAuditLog } from '#adapters/audit-log.server.ts'
import type { Context } from '#adapters/context.ts'
import { saveShippingAddress } from '#features/identity/commands/profile.server.ts'
import { createUserWithTemporaryPassword } from '#features/identity/commands/temporary-password.server.ts'
import { tooYoung } from '#features/identity/contract.ts'
import { refuse } from '#platform/errors.ts'
import { subjectOf } from '../acted-on.server.ts'
import type { NewPerson } from '../acts-contract.ts'

/**
 * Creates an account with an address for a person.
 * @returns the temporary password, to be shown once. Only its hash is kept, and the first sign-in demands a new one.
 * @throws invalid_input for a person below the minimum age, UsernameExistsException.
 */
export async function createPerson(ctx: Context, input: NewPerson): Promise<{ userId: string; tempPassword: string }> {
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
