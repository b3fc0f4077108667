import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { deviceName } from '#platform/device-name.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { hashPassword, refuseWeakPassword } from '../../accounts/passwords.server.ts'
import { spendEmail, spendTry } from '../../limits/limits.server.ts'
import { IDENTITY_ERRORS, type RegisterBody, tooYoung } from '../../user/contract.ts'
import { accountExistsEmail, confirmationEmail } from '../../user/emails.server.ts'
import { confirmationLink } from '../../user/rules.ts'
import { issueVerificationCode } from '../../verification-codes/verification-codes.server.ts'
import { columnsOfDetails } from './registration-details.server.ts'

const refuseIdentity = refusals(IDENTITY_ERRORS)

type Caller = {
  registrationId?: string
  /** The id of a browser that is known for the address. */
  browserId?: string
}

/**
 * Takes a registration and e-mails its code. A user is created only when the code comes back.
 * An address with an account gets the same answer in the same time, and its owner gets an e-mail (docs/decisions/0007-neutral-answers.md).
 * @param input.registrationId the browser's earlier registration, which this one replaces if it has this address.
 * @returns the id of the registration; only the registering browser gets it.
 * @throws invalid_input below the minimum age, or for an address where the shop does not ship to; address_mismatch, WeakPassword, OwnWordPassword,
 * LimitExceededException.
 */
export async function registerUser(ctx: Context, input: RegisterBody & Caller): Promise<{ registrationId: string }> {
  const { email, name, phone, birthDate, shippingAddress } = input
  const young = tooYoung(birthDate, ctx.settings.minimumAge, ctx.now())
  if (young) throw refuse('invalid_input', {}, { birthDate: [young] })
  if (shippingAddress)
    requireAddress(ctx, shippingAddress, { field: 'shippingAddress', isConfirmed: input.addressConfirmed })
  await spendTry(ctx, 'register network', email)
  await refuseWeakPassword(ctx, input.password, { email, name }, 'password')
  await spendEmail(ctx, { account: email, browserId: input.browserId })
  if (ctx.settings.auth.revealAccounts && (await ownerOf(ctx, email))) throw refuseIdentity('UsernameExistsException')

  const registrationId = newId()
  const passwordHash = await hashPassword(ctx, input.password)
  const device = deviceName(ctx.userAgent)
  await transact(ctx, async tx => {
    if (input.registrationId)
      await tx.db.deleteFrom('registration').where('id', '=', input.registrationId).where('email', '=', email).execute()
    await tx.db
      .insertInto('registration')
      .values({
        id: registrationId,
        email,
        name,
        phone,
        birth_date: birthDate,
        password_hash: passwordHash,
        ip: tx.ip,
        device,
        created_at: tx.now(),
        ...columnsOfDetails(tx, input),
      })
      .execute()
    await mailRegistrationCode(tx, { id: registrationId, email, device, created_at: tx.now() })
  })
  return { registrationId }
}

/**
 * Sends a new code for a registration. Does not reveal whether there is one.
 * @param input.registrationId the browser's own registration, if any; else the newest of the address counts.
 * @throws LimitExceededException after ten codes in a day.
 */
export async function resendRegistrationCode(ctx: Context, input: { email: string } & Caller): Promise<void> {
  await spendTry(ctx, 'confirm network', input.email)
  await spendEmail(ctx, { account: input.email, browserId: input.browserId })
  const registration = await findRegistration(ctx, input.email, input.registrationId)
  if (registration) await transact(ctx, tx => mailRegistrationCode(tx, registration))
}

/** The registration for an address and a browser: the browser's own, else the newest. */
export const findRegistration = (ctx: Context, email: string, registrationId: string | undefined) =>
  selectRegistrations(ctx, email, registrationId).limit(1).executeTakeFirst()

/** All registrations of an address: the browser's own first, then the newest. */
export const selectRegistrations = (ctx: Context, email: string, registrationId: string | undefined) =>
  ctx.db
    .selectFrom('registration')
    .select(['id', 'email', 'name', 'phone', 'birth_date', 'password_hash', 'created_at'])
    .select(['ip', 'device', 'user_agent', 'referral_code', 'referred_at'])
    .select(['shipping_address', 'consents'])
    .where('email', '=', email)
    .$if(registrationId !== undefined, query => query.orderBy(eb => eb('id', '=', registrationId!), 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

type Registration = { id: string; email: string; device: string | null; created_at: Date }

/**
 * Creates and e-mails a code. For an address with an account the code stays unsent, and the owner gets a
 * notice instead.
 */
export async function mailRegistrationCode(tx: TransactionContext, registration: Registration): Promise<void> {
  const { id, email, device, created_at: at } = registration
  const code = await issueVerificationCode(tx, { purpose: 'confirm', subjectId: id })
  const owner = await ownerOf(tx, email)
  const message = owner
    ? accountExistsEmail(tx, { name: owner.name })
    : confirmationEmail(tx, { code, link: confirmationLink(tx.origin, email, code, id), at, device })
  await sendEmail(tx, { to: email, ...(owner ? { userId: owner.id } : {}) }, message)
}

const ownerOf = (ctx: DataContext, email: string) =>
  ctx.db.selectFrom('users').select(['id', 'name']).where('email', '=', email).executeTakeFirst()

const WORDS = 'Welcome! Gear earns credits, credits win gear.'

/**
 * Sends a new user the welcome SMS, once per account, however often it is requested.
 * @param phone in +1 form.
 * @throws Unauthorized for a phone that is not the user's own; sms_not_wanted without the user's consent.
 */
export async function sendWelcomeSms(ctx: Context, { userId, phone }: { userId: string; phone: string }) {
  const user = await ctx.db
    .selectFrom('users')
    .select(['phone', 'sms_consent'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.phone !== phone) throw refuse('Unauthorized')
  if (!user.sms_consent) throw refuseIdentity('sms_not_wanted')
  await transact(ctx, tx => notify(tx, { userId, kind: 'welcome', onceKey: 'registration', sms: WORDS }))
}
