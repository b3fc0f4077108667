import type { DataContext } from '#kernel/context.ts'
import { hasRight, type Right, ROLES } from '#kernel/rights.ts'

/** Staff who have a right and can sign in, oldest account first. */
export const listStaffWith = (
  ctx: DataContext,
  right: Right,
): Promise<{ userId: string; email: string; name: string }[]> =>
  ctx.db
    .selectFrom('users')
    .select(['id as userId', 'email', 'name'])
    .where(
      'role',
      'in',
      ROLES.filter(role => hasRight(role, right)),
    )
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
