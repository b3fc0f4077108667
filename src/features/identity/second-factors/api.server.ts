import { type ApiContext, access, actorOf, byId, callerId, defineRoute, newApi } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { deviceName } from '#platform/device-name.ts'
import { refuse } from '#platform/errors.ts'
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
import { type CodeFactor, maskedPhone, recoveryCodesLeft } from '../factors/factors.server.ts'
import { listPasskeys } from '../factors/passkeys.server.ts'
import { pageOriginOf } from '../sessions/same-origin.server.ts'
import { CodeSent, FactorOn, Mfa, nothing, PasskeyCreation, RecoveryCodes, TotpBegun } from '../user/answers.ts'
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

const readMfa = defineRoute('get', '/auth/mfa', access('user'), {
  summary: "List the caller's second factors",
  answers: Mfa,
})

const enrolTotp = defineRoute('post', '/auth/mfa/totp', access('user'), {
  summary: 'Start the enrolment of an authenticator app, or enable it with its first code',
  body: TotpBody,
  answers: TotpBegun.or(FactorOn),
})

const enrolSms = defineRoute('post', '/auth/mfa/sms', access('user'), {
  summary: 'Send a code to a phone, or enable codes by text message with that code',
  body: SmsFactorBody,
  answers: CodeSent.or(FactorOn),
})

const enrolEmail = defineRoute('post', '/auth/mfa/email', access('user'), {
  summary: 'Send a code to the e-mail address, or enable codes by e-mail with that code',
  body: EmailFactorBody,
  answers: CodeSent.or(FactorOn),
})

const enrolPasskey = defineRoute('post', '/auth/mfa/passkeys', access('user'), {
  summary: 'Start the registration of a passkey, or store the passkey that the browser created',
  body: PasskeyBody,
  answers: PasskeyCreation.or(FactorOn),
})

const renewCodes = defineRoute('post', '/auth/mfa/recovery-codes', access('user'), {
  summary: 'Create new recovery codes; the old codes become invalid',
  body: RecoveryBody,
  answers: RecoveryCodes,
})

const removal = <T extends CodeFactor | 'passkeys'>(type: T, summary: string) =>
  defineRoute('delete', `/auth/mfa/${type}` as const, access('user'), {
    summary,
    body: RemovalBody,
    responses: nothing,
  })

const removeOnePasskey = defineRoute('delete', '/auth/mfa/passkeys/{id}', access('user'), {
  summary: 'Delete a passkey',
  params: byId,
  body: RemovalBody,
  responses: nothing,
})

const begun = { success: true, enabled: false } as const
const on = (recoveryCodes: string[] | undefined) =>
  ({ success: true, enabled: true, ...(recoveryCodes && { recoveryCodes }) }) as const

/** Secrets and recovery codes are shown once, so no cache may store these answers. */
const showOnce = (c: ApiContext) => c.header('cache-control', 'no-store')

type Removal = { password?: string | undefined }

/** API routes that enable and disable second factors. */
export const secondFactorsApi = () => {
  const confirm = async (c: ApiContext, type: CodeFactor, code: string) => {
    showOnce(c)
    return on(await confirmFactor(c.var.ctx, { userId: callerId(c), type, code }))
  }
  const remove = async (c: ApiContext, type: CodeFactor, { password }: Removal) => {
    await removeFactor(c.var.ctx, { userId: await requireFresh(c.var.ctx, password), type })
    return c.body(null, 204)
  }
  return newApi()
    .openapi(readMfa, async c => {
      const mfa = await mfaOf(c.var.ctx, callerId(c))
      if (!mfa) throw refuse('NotAuthorizedException')
      return c.json(mfa, 200)
    })
    .openapi(enrolTotp, async c => {
      const { code, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'totp', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      showOnce(c)
      return c.json({ ...begun, ...(await beginTotp(c.var.ctx, { userId, email: actorOf(c.var.ctx).email })) }, 200)
    })
    .openapi(enrolSms, async c => {
      const { code, phone, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'sms', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      return c.json({ ...begun, ...(await beginSms(c.var.ctx, { userId, phone })) }, 200)
    })
    .openapi(enrolEmail, async c => {
      const { code, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'email', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      return c.json({ ...begun, ...(await beginEmail(c.var.ctx, { userId })) }, 200)
    })
    .openapi(enrolPasskey, async c => {
      const { credential, name = deviceName(c.req.header('user-agent')), password } = c.req.valid('json')
      const origin = pageOriginOf(c)
      const { userId, email, name: userName } = actorOf(c.var.ctx)
      showOnce(c)
      if (credential) return c.json(on(await addPasskey(c.var.ctx, { userId, credential, name, origin })), 200)
      await requireFresh(c.var.ctx, password)
      const options = await beginPasskey(c.var.ctx, { userId, email, name: userName, origin })
      return c.json({ ...begun, options: { ...options } }, 200)
    })
    .openapi(renewCodes, async c => {
      const userId = await requireFresh(c.var.ctx, c.req.valid('json').password)
      showOnce(c)
      return c.json({ success: true, recoveryCodes: await renewRecoveryCodes(c.var.ctx, userId) } as const, 200)
    })
    .openapi(removal('totp', 'Turn off the authenticator app'), c => remove(c, 'totp', c.req.valid('json')))
    .openapi(removal('sms', 'Turn off codes by text message'), c => remove(c, 'sms', c.req.valid('json')))
    .openapi(removal('email', 'Turn off codes by e-mail'), c => remove(c, 'email', c.req.valid('json')))
    .openapi(removal('passkeys', 'Delete all passkeys'), async c => {
      await removePasskey(c.var.ctx, { userId: await requireFresh(c.var.ctx, c.req.valid('json').password) })
      return c.body(null, 204)
    })
    .openapi(removeOnePasskey, async c => {
      const userId = await requireFresh(c.var.ctx, c.req.valid('json').password)
      await removePasskey(c.var.ctx, { userId, id: c.req.valid('param').id })
      return c.body(null, 204)
    })
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
    recoveryCodes: { left: await recoveryCodesLeft(ctx, userId) },
  }
}
