import { type ApiContext, access, actorOf, callerId } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { deviceName } from '#platform/device-name.ts'
import { COMMON_ERRORS, pick, refuse } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { requireFresh } from '../challenges/commands/reauthenticate.server.ts'
import {
  EmailFactorBody,
  PasskeyBody,
  RecoveryBody,
  RemovalBody,
  SmsFactorBody,
  TotpBody,
} from '../factors/contract.ts'
import { type CodeFactor, maskedPhone, readRecoveryCodesLeft } from '../factors/factors.server.ts'
import { listPasskeys } from '../factors/passkeys.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import { EmailCodeSent, FactorOn, Mfa, nothing, PasskeyCreation, RecoveryCodes, TotpBegun } from '../user/answers.ts'
import { IDENTITY_ERRORS } from '../user/contract.ts'
import {
  addPasskey,
  beginEmail,
  beginPasskey,
  beginSms,
  beginTotp,
  confirmFactor,
  removeFactor,
  removePasskey,
  renewRecoveryCodes,
} from './commands/change-factors.server.ts'

const begun = { success: true, enabled: false } as const
const on = (recoveryCodes: string[] | undefined) =>
  ({ success: true, enabled: true, ...(recoveryCodes && { recoveryCodes }) }) as const

/** Secrets and recovery codes are shown once, so no cache may store these answers. */
const showOnce = (c: ApiContext) => c.header('cache-control', 'no-store')

/** What an act refuses with that asks for a recent proof of the caller, and with a code too. */
const FRESH_ERRORS = [
  pick(IDENTITY_ERRORS, 'IncorrectPassword', 'PasswordMissing'),
  pick(COMMON_ERRORS, 'ReauthenticationRequired'),
]
const CODE_ERRORS = [...FRESH_ERRORS, pick(IDENTITY_ERRORS, 'CodeMismatchException', 'ExpiredCodeException')]

const removal = <Path extends string>(path: Path, type: CodeFactor, summary: string) =>
  defineRoute('delete', path, access('user'), {
    summary,
    body: RemovalBody,
    responses: nothing,
    refuses: [...FRESH_ERRORS, pick(COMMON_ERRORS, 'not_found')],
    handler: async ({ ctx, body: { password }, c }) => {
      await removeFactor(ctx, { userId: await requireFresh(ctx, password), type })
      return c.body(null, 204)
    },
  })

/** API routes that enable and disable second factors. */
export const secondFactorsApi = () => {
  const confirm = async (c: ApiContext, type: CodeFactor, code: string) => {
    showOnce(c)
    return on(await confirmFactor(c.var.ctx, { userId: callerId(c.var.ctx), type, code }))
  }
  return newApi(
    defineRoute('get', '/auth/mfa', access('user'), {
      summary: "List the caller's second factors",
      answers: Mfa,
      handler: async ({ ctx }) => {
        const mfa = await mfaOf(ctx, callerId(ctx))
        if (!mfa) throw refuse('NotAuthorizedException')
        return mfa
      },
    }),

    defineRoute('post', '/auth/mfa/totp', access('user'), {
      summary: 'Start the enrolment of an authenticator app, or enable it with its first code',
      body: TotpBody,
      answers: TotpBegun.or(FactorOn),
      refuses: CODE_ERRORS,
      handler: async ({ ctx, body: { code, password }, c }) => {
        if (code) return confirm(c, 'totp', code)
        const userId = await requireFresh(ctx, password)
        showOnce(c)
        return { ...begun, ...(await beginTotp(ctx, { userId, email: actorOf(ctx).email })) }
      },
    }),

    defineRoute('post', '/auth/mfa/sms', access('user'), {
      summary: 'Send a code to a phone, or enable codes by text message with that code',
      body: SmsFactorBody,
      answers: EmailCodeSent.or(FactorOn),
      refuses: [...CODE_ERRORS, pick(IDENTITY_ERRORS, 'InvalidParameterException')],
      handler: async ({ ctx, body: { code, phone, password }, c }) => {
        if (code) return confirm(c, 'sms', code)
        const userId = await requireFresh(ctx, password)
        return { ...begun, ...(await beginSms(ctx, { userId, phone })) }
      },
    }),

    defineRoute('post', '/auth/mfa/email', access('user'), {
      summary: 'Send a code to the e-mail address, or enable codes by e-mail with that code',
      body: EmailFactorBody,
      answers: EmailCodeSent.or(FactorOn),
      refuses: [...CODE_ERRORS, pick(IDENTITY_ERRORS, 'MailboxUnproven')],
      handler: async ({ ctx, body: { code, password }, c }) => {
        if (code) return confirm(c, 'email', code)
        const userId = await requireFresh(ctx, password)
        return { ...begun, ...(await beginEmail(ctx, { userId })) }
      },
    }),

    defineRoute('post', '/auth/mfa/passkeys', access('user'), {
      summary: 'Start the registration of a passkey, or store the passkey that the browser created',
      body: PasskeyBody,
      answers: PasskeyCreation.or(FactorOn),
      refuses: [
        ...FRESH_ERRORS,
        pick(IDENTITY_ERRORS, 'ExpiredCodeException', 'LimitExceededException', 'PasskeyRefused'),
      ],
      handler: async ({ ctx, body, c }) => {
        const { credential, name = deviceName(c.req.header('user-agent')), password } = body
        const origin = pageOriginOf(c)
        const { userId, email, name: userName } = actorOf(ctx)
        showOnce(c)
        if (credential) return on(await addPasskey(ctx, { userId, credential, name, origin }))
        await requireFresh(ctx, password)
        const options = await beginPasskey(ctx, { userId, email, name: userName, origin })
        return { ...begun, options: { ...options } }
      },
    }),

    defineRoute('post', '/auth/mfa/recovery-codes', access('user'), {
      summary: 'Create new recovery codes; the old codes become invalid',
      body: RecoveryBody,
      answers: RecoveryCodes,
      refuses: [...FRESH_ERRORS, pick(COMMON_ERRORS, 'not_found')],
      handler: async ({ ctx, body, c }) => {
        const userId = await requireFresh(ctx, body.password)
        showOnce(c)
        return { success: true, recoveryCodes: await renewRecoveryCodes(ctx, userId) } as const
      },
    }),

    removal('/auth/mfa/totp', 'totp', 'Turn off the authenticator app'),
    removal('/auth/mfa/sms', 'sms', 'Turn off codes by text message'),
    removal('/auth/mfa/email', 'email', 'Turn off codes by e-mail'),

    defineRoute('delete', '/auth/mfa/passkeys', access('user'), {
      summary: 'Delete all passkeys',
      body: RemovalBody,
      responses: nothing,
      refuses: [...FRESH_ERRORS, pick(COMMON_ERRORS, 'not_found')],
      handler: async ({ ctx, body, c }) => {
        await removePasskey(ctx, { userId: await requireFresh(ctx, body.password) })
        return c.body(null, 204)
      },
    }),

    defineRoute('delete', '/auth/mfa/passkeys/{id}', access('user'), {
      summary: 'Delete a passkey',
      params: byId,
      body: RemovalBody,
      responses: nothing,
      refuses: FRESH_ERRORS,
      handler: async ({ ctx, params, body, c }) => {
        const userId = await requireFresh(ctx, body.password)
        await removePasskey(ctx, { userId, id: params.id })
        return c.body(null, 204)
      },
    }),
  )
}

/** A user's second factors; undefined without an account. */
async function mfaOf(ctx: Context, userId: string): Promise<Mfa | undefined> {
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
    recoveryCodes: { left: await readRecoveryCodesLeft(ctx, userId) },
  }
}
