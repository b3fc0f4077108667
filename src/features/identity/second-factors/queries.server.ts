import type { Context } from '#kernel/context.ts'
import { deviceName } from '#platform/device-name.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { familyOf } from '../sessions/commands/revoke.server.ts'
import type { Device, Mfa } from './answers.ts'
import { maskedPhone } from './factors.server.ts'
import { listPasskeys } from './passkeys.server.ts'
import { recoveryCodesLeft } from './recovery-codes.server.ts'

const SESSIONS_MAX = 100

/** A user's second factors; undefined without an account. */
export async function mfaOf(ctx: Context, userId: string): Promise<Mfa | undefined> {
  const user = await ctx.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const factors = await ctx.db
    .selectFrom('second_factor')
    .select(['type', 'phone', 'created_at'])
    .where('user_id', '=', userId)
    .execute()
  const added = (type: string) => {
    const factor = factors.find(each => each.type === type)
    return { enabled: factor !== undefined, addedAt: factor?.created_at.toISOString() ?? null }
  }
  const phone = factors.find(({ type }) => type === 'sms')?.phone
  const passkeys = await listPasskeys(ctx, userId)
  return {
    totp: added('totp'),
    sms: { ...added('sms'), phone: phone ? maskedPhone(phone) : null },
    email: { ...added('email'), address: maskedMailbox(user.email) },
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      addedAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    recoveryCodes: { left: await recoveryCodesLeft(ctx, userId) },
  }
}

/**
 * The browsers in which a user is signed in, last used first.
 * @param currentFamily the session family of the calling browser.
 */
export async function listSessions(ctx: Context, userId: string, currentFamily: string | undefined): Promise<Device[]> {
  // A replaced session still answers for a minute, and its successor opens a moment later: one browser is one family, at every moment.
  const browsers = ctx.db
    .selectFrom('session')
    .select(['id', 'user_agent', 'proved_at', 'updated_at', familyOf('session').as('family')])
    .distinctOn(familyOf('session'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', ctx.now())
    .orderBy(familyOf('session'))
    .orderBy('expires_at', 'desc')
  const rows = await ctx.db
    .selectFrom(browsers.as('browser'))
    .select(['id', 'user_agent', 'proved_at', 'updated_at', 'family'])
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(SESSIONS_MAX)
    .execute()
  return rows.map(row => ({
    id: row.id,
    device: deviceName(row.user_agent ?? undefined),
    signedInAt: row.proved_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    current: row.family === currentFamily,
  }))
}
