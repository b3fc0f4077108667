import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createUser, hashPassword, refuseWeakPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { IDENTITY_ERRORS } from '#features/identity/user/contract.ts'
import { findProfile, readOwnerCounts } from '#features/identity/user/queries.server.ts'
import { recordReading } from '#features/legal/commands.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { smsPrefix } from '#features/notifications/sms/sms-text.ts'
import { testEmail } from '#features/settings/sender/commands.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { refusals } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { type FirstOwnerBody, SETUP_ERRORS } from './contract.ts'

const refuse = refusals({ ...SETUP_ERRORS, UsernameExistsException: IDENTITY_ERRORS.UsernameExistsException })

const VALID_MS = 24 * HOUR_MS
/** 160 bits, which cannot be guessed with any number of tries. */
const CODE_BYTES = 20
const GUESSES = { points: 10, seconds: 15 * 60 }

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/**
 * Makes the link by which a reader of the server's log becomes the first owner. Valid for one day and one use; each process of a
 * shop may make its own. The code follows the #, so no server and no proxy log sees it.
 * @returns undefined for a shop that has an owner.
 */
export async function makeSetupLink(ctx: Pick<Context, 'db' | 'now' | 'origin'>): Promise<string | undefined> {
  if ((await readOwnerCounts(ctx)).owners > 0) return undefined
  const code = randomBytes(CODE_BYTES).toString('base64url')
  await ctx.db.deleteFrom('setup_code').where('expires_at', '<=', ctx.now()).execute()
  await ctx.db
    .insertInto('setup_code')
    .values({ hash: hashOf(code), expires_at: new Date(+ctx.now() + VALID_MS) })
    .execute()
  return `${ctx.origin}/setup#${code}`
}

/**
 * Creates the first owner. Takes the advisory lock of the trigger that keeps the last owner, so only one of many concurrent
 * requests succeeds.
 * @throws setup_code_invalid, shop_has_owner, UsernameExistsException for the e-mail address of an existing account;
 *   LimitExceededException.
 */
export async function makeFirstOwner(ctx: Context, { code, name, email, password }: FirstOwnerBody): Promise<void> {
  await ctx.limits.spendShared('setup', ctx.keyedHash(`setup ${networkOf(ctx.ip)}`), GUESSES)
  const hash = hashOf(code)
  // Checked before the password is hashed, which is slow on purpose, and again under the lock.
  if (!(await isValid(ctx, hash))) throw await refusalOf(ctx)
  await refuseWeakPassword(ctx, password, { email, name }, 'password')
  const passwordHash = await hashPassword(ctx, password)
  await transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('keep_an_owner'))`.execute(tx.db)
    if (!(await isValid(tx, hash)) || (await readOwnerCounts(tx)).owners > 0) throw await refusalOf(tx)
    // The reader of the server's log is the owner of the shop, who must work before the shop sends e-mails.
    const id = await createUser(tx, { email, name, passwordHash, role: 'owner', isMailboxProven: true })
    if (!id) throw refuse('UsernameExistsException')
    await tx.db.deleteFrom('setup_code').execute()
    await writeAuditLog(tx, {
      action: 'became the first owner',
      subject: { type: 'person', id, label: email },
      after: { role: 'owner' },
      reason: 'By the setup link of the server',
    })
  })
}

async function isValid(ctx: DataContext, hash: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('setup_code')
    .select('hash')
    .where('hash', '=', hash)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  return found !== undefined
}

const refusalOf = async (ctx: DataContext) =>
  refuse((await readOwnerCounts(ctx)).owners > 0 ? 'shop_has_owner' : 'setup_code_invalid')

/** Sends a test message to the caller through the normal queue. @returns the address or number. @throws no_phone. */
export async function sendTestMessage(ctx: Context, channel: 'email' | 'sms'): Promise<string> {
  const { userId, email } = actorOf(ctx)
  const to = channel === 'email' ? email : (await findProfile(ctx, userId))?.phone
  if (!to) throw refuse('no_phone')
  await transact(ctx, async tx => {
    const sms = {
      channel: 'sms',
      subject: 'SMS',
      text: `${smsPrefix(tx.settings.brand.shortName)}Your shop at ${tx.origin} sends text messages.`,
    } as const
    return channel === 'email'
      ? sendEmail(tx, { to, userId }, testEmail(tx, {}))
      : sendMessage(tx, { to, userId, ...sms })
  })
  return to
}

/** Records that staff have read versions of the legal texts, which a shop needs before it opens. */
export const readTexts = (ctx: Context, documents: Parameters<typeof recordReading>[1]): Promise<void> =>
  transact(ctx, async tx => {
    await recordReading(tx, documents)
    await writeAuditLog(tx, {
      action: 'read the legal texts',
      subject: { type: 'settings', id: 'shop', label: 'Settings' },
      after: Object.fromEntries(documents.map(({ kind, version }) => [kind, version])),
    })
  })
