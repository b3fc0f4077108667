import { access, answers, createRoute, jsonBody } from '#kernel/api/api.server.ts'
import {
  Challenged,
  Confirmed,
  Done,
  Jwks,
  Profile,
  Registered,
  SignedIn,
  TokenAnswer,
  Verified,
  Waiting,
} from './answers.ts'
import {
  ChangePasswordBody,
  ConfirmBody,
  ForgotBody,
  ProfileBody,
  RegisterBody,
  RejectBody,
  ResendBody,
  ResetBody,
  SignInBody,
  VerifyResetBody,
} from './contract.ts'
import { ChallengeBody } from './sign-in/challenge/contract.ts'

/** The identity routes for the OpenAPI document. */

const nothing = { 204: { description: 'Done' } }

export const register = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/register',
  summary: 'Register; a code is e-mailed to confirm the address',
  request: jsonBody(RegisterBody),
  responses: answers(Registered),
})

export const confirm = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/confirm',
  summary: 'Confirm a registration by its code; signs in the browser that registered',
  request: jsonBody(ConfirmBody),
  responses: answers(Confirmed),
})

export const rejectRegistration = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/reject-registration',
  summary: 'Delete a registration of one’s own address that another person made; takes its code',
  request: jsonBody(RejectBody),
  responses: answers(Done),
})

export const resend = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/resend-code',
  summary: 'Send a new confirmation code',
  request: jsonBody(ResendBody),
  responses: answers(Done),
})

export const autoSignIn = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/auto-sign-in',
  summary: 'Sign in the browser that registered, once the link in the e-mail has confirmed the account',
  request: jsonBody(ResendBody),
  responses: answers(SignedIn.or(Waiting)),
})

export const login = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/login',
  summary: 'Sign in with e-mail address and password',
  request: jsonBody(SignInBody),
  responses: answers(SignedIn.or(Challenged)),
})

export const passkeySignIn = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/passkey',
  summary: 'Begin a sign-in by passkey alone: a WEB_AUTHN challenge that any passkey of this shop may answer',
  responses: answers(Challenged),
})

export const challenge = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/challenge',
  summary: 'Answer what a sign-in still asked for',
  request: jsonBody(ChallengeBody),
  responses: answers(SignedIn.or(Challenged)),
})

export const forgot = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/forgot-password',
  summary: 'Send a code to reset the password',
  request: jsonBody(ForgotBody),
  responses: answers(Done),
})

export const verifyReset = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/verify-reset-code',
  summary: 'Ask whether a reset code is right, without using it up',
  request: jsonBody(VerifyResetBody),
  responses: answers(Verified),
})

export const reset = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/reset-password',
  summary: 'Set a new password by code; every session ends',
  request: jsonBody(ResetBody),
  responses: answers(Done),
})

export const changePassword = createRoute({
  ...access('user'),
  method: 'post',
  path: '/auth/change-password',
  summary: 'Change a password that is known; every other browser is signed out',
  request: jsonBody(ChangePasswordBody),
  responses: answers(Done),
})

export const token = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/token',
  summary: 'A new ID token for the session of the cookie',
  responses: answers(TokenAnswer),
})

export const logout = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/logout',
  summary: 'End the session of the cookie',
  responses: nothing,
})

export const logoutEverywhere = createRoute({
  ...access('anyone'),
  method: 'post',
  path: '/auth/logout-everywhere',
  summary: 'End every session of the user and void the ID tokens that are running',
  responses: nothing,
})

export const jwks = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/auth/jwks',
  summary: 'The public keys that ID tokens are signed with',
  responses: answers(Jwks),
})

export const readProfile = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/profile',
  summary: 'Everything the shop holds of oneself',
  responses: answers(Profile),
})

export const changeProfile = createRoute({
  ...access('user'),
  method: 'post',
  path: '/my/profile',
  summary: 'Change name, phone, shipping address or consents; what is left out stays',
  request: jsonBody(ProfileBody),
  responses: answers(Profile),
})
