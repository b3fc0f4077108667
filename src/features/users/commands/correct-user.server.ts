import { lastEditorOf } from '#features/audit-log/queries.server.ts'
import { correctProfile } from '#features/identity/profile/commands/correct-profile.server.ts'
import { profileOf } from '#features/identity/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { subjectOf, userToActOn } from '../access/acted-on.server.ts'
import type { UserChange } from '../acts-contract.ts'

/**
 * Changes the given fields of a person. The audit log names the changed fields and not their values.
 * @throws person_not_found, owner_only, version_conflict, invalid_input for a person below the minimum age.
 */
export async function correctUser(ctx: Context, id: string, input: UserChange): Promise<void> {
  const { birthday: birthDate, reason, version, name, phone, address } = input
  const person = await userToActOn(ctx, id)
  const before = await editable(ctx, id)
  const change = { name, phone, birthDate, address }
  await correctProfile(ctx, { userId: id, change, version }, async tx =>
    writeAuditLog(tx, {
      action: 'changed',
      subject: subjectOf(person),
      before,
      after: await editable(tx, id),
      reason,
    }),
  ).catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'version_conflict')) throw error
    throw refuse('version_conflict', { ...error.details, ...(await lastEditorOf(ctx, 'person', id)) })
  })
}

async function editable(ctx: DataContext, id: string) {
  const profile = await profileOf(ctx, id)
  return {
    name: profile?.name,
    phone: profile?.phone,
    birthday: profile?.birthDate,
    address: profile?.shippingAddress,
    smsConsent: profile?.smsConsent,
  }
}
