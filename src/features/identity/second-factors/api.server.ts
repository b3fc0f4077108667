import { type ApiContext, actorOf, newApi } from '#kernel/api/api.server.ts'
import { deviceName } from '#platform/device-name.ts'
import { refuse } from '#platform/errors.ts'
import { requireFresh } from '../sessions/commands/reauthenticate.server.ts'
import { pageOriginOf } from '../sessions/page-origin.server.ts'
import { beginEmail, beginSms, beginTotp, confirmFactor } from './commands/enrol-factor.server.ts'
import { addPasskey, beginPasskey } from './commands/enrol-passkey.server.ts'
import { removeFactor, removePasskey, renewRecoveryCodes } from './commands/remove-factor.server.ts'
import { mfaOf } from './queries.server.ts'
import * as routes from './routes.server.ts'

const begun = { success: true, enabled: false } as const
const on = (recoveryCodes: string[] | undefined) =>
  ({ success: true, enabled: true, ...(recoveryCodes && { recoveryCodes }) }) as const

/** Secrets and recovery codes are shown once, so no cache may store these answers. */
const showOnce = (c: ApiContext) => c.header('cache-control', 'no-store')

type Removal = { password?: string | undefined }

/** API routes that enable and disable second factors. */
export const secondFactorsApi = () => {
  const confirm = async (c: ApiContext, type: 'totp' | 'sms' | 'email', code: string) => {
    showOnce(c)
    return on(await confirmFactor(c.var.ctx, { userId: actorOf(c.var.ctx).userId, type, code }))
  }
  const remove = async (c: ApiContext, type: 'totp' | 'sms' | 'email', { password }: Removal) => {
    await removeFactor(c.var.ctx, { userId: await requireFresh(c.var.ctx, password), type })
    return c.body(null, 204)
  }
  return newApi()
    .openapi(routes.readMfa, async c => {
      const mfa = await mfaOf(c.var.ctx, actorOf(c.var.ctx).userId)
      if (!mfa) throw refuse('NotAuthorizedException')
      return c.json(mfa, 200)
    })
    .openapi(routes.enrolTotp, async c => {
      const { code, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'totp', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      showOnce(c)
      return c.json({ ...begun, ...(await beginTotp(c.var.ctx, { userId, email: actorOf(c.var.ctx).email })) }, 200)
    })
    .openapi(routes.enrolSms, async c => {
      const { code, phone, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'sms', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      return c.json({ ...begun, ...(await beginSms(c.var.ctx, { userId, phone })) }, 200)
    })
    .openapi(routes.enrolEmail, async c => {
      const { code, password } = c.req.valid('json')
      if (code) return c.json(await confirm(c, 'email', code), 200)
      const userId = await requireFresh(c.var.ctx, password)
      return c.json({ ...begun, ...(await beginEmail(c.var.ctx, { userId })) }, 200)
    })
    .openapi(routes.enrolPasskey, async c => {
      const { credential, name = deviceName(c.req.header('user-agent')), password } = c.req.valid('json')
      const origin = pageOriginOf(c)
      const { userId, email, name: person } = actorOf(c.var.ctx)
      showOnce(c)
      if (credential) return c.json(on(await addPasskey(c.var.ctx, { userId, credential, name, origin })), 200)
      await requireFresh(c.var.ctx, password)
      const options = await beginPasskey(c.var.ctx, { userId, email, name: person, origin })
      return c.json({ ...begun, options: { ...options } }, 200)
    })
    .openapi(routes.renewCodes, async c => {
      const userId = await requireFresh(c.var.ctx, c.req.valid('json').password)
      showOnce(c)
      return c.json({ success: true, recoveryCodes: await renewRecoveryCodes(c.var.ctx, userId) } as const, 200)
    })
    .openapi(routes.removeTotp, c => remove(c, 'totp', c.req.valid('json')))
    .openapi(routes.removeSms, c => remove(c, 'sms', c.req.valid('json')))
    .openapi(routes.removeEmail, c => remove(c, 'email', c.req.valid('json')))
    .openapi(routes.removePasskeys, async c => {
      await removePasskey(c.var.ctx, { userId: await requireFresh(c.var.ctx, c.req.valid('json').password) })
      return c.body(null, 204)
    })
    .openapi(routes.removeOnePasskey, async c => {
      const userId = await requireFresh(c.var.ctx, c.req.valid('json').password)
      await removePasskey(c.var.ctx, { userId, id: c.req.valid('param').id })
      return c.body(null, 204)
    })
}
