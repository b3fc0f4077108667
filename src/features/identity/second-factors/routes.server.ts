import { access, answers, createRoute, jsonBody, z } from '#kernel/api/api.server.ts'
import { TokenAnswer } from '../answers.ts'
import { Challenge } from '../sign-in/challenge/contract.ts'
import { CodeSent, Devices, FactorOn, Mfa, PasskeyCreation, RecoveryCodes, TotpBegun } from './answers.ts'
import {
  EmailFactorBody,
  PasskeyBody,
  ReauthenticationBody,
  RecoveryBody,
  RemovalBody,
  SmsFactorBody,
  TotpBody,
} from './contract.ts'

/** Routes for sign-in methods. A change needs a sign-in in the last 5 minutes, or the password. */

const nothing = { 204: { description: 'Done' } }
/** An optional body, needed only after an older sign-in. */
const mayReauthenticate = {
  body: { required: false, content: { 'application/json': { schema: RemovalBody } }, description: 'JSON' },
}
const byId = z.object({ id: z.uuid() })

export const readMfa = createRoute({
  ...access('user'),
  method: 'get',
  path: '/auth/mfa',
  summary: 'The second factors that one has',
  responses: answers(Mfa),
})

export const enrolTotp = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/mfa/totp',
  summary: 'Begin an authenticator app, or turn it on by its first code',
  request: jsonBody(TotpBody),
  responses: answers(TotpBegun.or(FactorOn)),
})

export const enrolSms = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/mfa/sms',
  summary: 'Send a code to a phone, or turn codes by text message on by it',
  request: jsonBody(SmsFactorBody),
  responses: answers(CodeSent.or(FactorOn)),
})

export const enrolEmail = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/mfa/email',
  summary: 'Send a code to the e-mail address, or turn codes by e-mail on by it',
  request: jsonBody(EmailFactorBody),
  responses: answers(CodeSent.or(FactorOn)),
})

export const enrolPasskey = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/mfa/passkeys',
  summary: 'Begin a passkey, or store the one that the browser made',
  request: jsonBody(PasskeyBody),
  responses: answers(PasskeyCreation.or(FactorOn)),
})

export const renewCodes = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/mfa/recovery-codes',
  summary: 'Make new recovery codes; the old ones are void',
  request: jsonBody(RecoveryBody),
  responses: answers(RecoveryCodes),
})

export const removeTotp = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/mfa/totp',
  summary: 'Turn the authenticator app off',
  request: mayReauthenticate,
  responses: nothing,
})

export const removeSms = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/mfa/sms',
  summary: 'Turn codes by text message off',
  request: mayReauthenticate,
  responses: nothing,
})

export const removeEmail = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/mfa/email',
  summary: 'Turn codes by e-mail off',
  request: mayReauthenticate,
  responses: nothing,
})

export const removePasskeys = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/mfa/passkeys',
  summary: 'Remove every passkey',
  request: mayReauthenticate,
  responses: nothing,
})

export const removeOnePasskey = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/mfa/passkeys/{id}',
  summary: 'Remove a passkey',
  request: { params: byId, ...mayReauthenticate },
  responses: nothing,
})

export const prove = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/reauthenticate',
  summary: 'Prove again who one is, by password or passkey; the new token lets one change how one signs in',
  request: jsonBody(ReauthenticationBody),
  responses: answers(TokenAnswer),
})

export const askReauthentication = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/reauthenticate/passkey',
  summary: 'A WEB_AUTHN challenge to prove again who one is',
  responses: answers(Challenge),
})

export const devices = createRoute({
  ...access('user'),
  method: 'get',
  path: '/auth/sessions',
  summary: 'The browsers that one is signed in with',
  responses: answers(Devices),
})

export const endDevice = createRoute({
  ...access('user'),
  method: 'delete',
  path: '/auth/sessions/{id}',
  summary: 'Sign one browser out',
  request: { params: byId },
  responses: nothing,
})
