import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { METHODS, type Method } from './contract.ts'

/** The stored factor types and their sign-in methods in the API. */
export const METHOD_OF = {
  passkey: 'WEB_AUTHN',
  totp: 'SOFTWARE_TOKEN_MFA',
  sms: 'SMS_MFA',
  email: 'EMAIL_OTP',
} as const satisfies Record<string, Method>
export type FactorType = keyof typeof METHOD_OF

/** The names of factors in e-mails and on screens. */
export const FACTOR_NAMES: Record<FactorType, string> = {
  passkey: 'passkey',
  totp: 'authenticator app',
  sms: 'text message codes',
  email: 'e-mail codes',
}

/** The second factors of a user's sign-in, strongest first; empty when the password is enough. */
export async function methodsOf(ctx: DataContext, userId: string): Promise<Method[]> {
  const { rows } = await sql<{ type: FactorType }>`
    select type from second_factor where user_id = ${userId}
    union all
    select 'passkey' where exists (select from passkey where user_id = ${userId})`.execute(ctx.db)
  const found = rows.map(({ type }): Method => METHOD_OF[type])
  return METHODS.filter(method => found.includes(method))
}

/** Enough digits to recognise a number, too few to call it. */
export const maskedPhone = (phone: string): string => `••• ••• ${phone.slice(-4)}`
