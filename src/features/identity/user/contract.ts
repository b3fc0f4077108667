import { z } from 'zod'
import { strictModel } from '#kernel/api/openapi/model.ts'
import { addressConfirmed, addressRule } from '#kernel/shipping/us-address/address-input.ts'
import { ageOn } from '#kernel/values/clock/age.ts'
import { EMAIL_PROBLEMS, emailInput, newEmailInput } from '#kernel/values/inputs/email.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { usPhone } from '#kernel/values/inputs/us-phone.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { ONE_LINE } from '#kernel/values/words/one-line.ts'
import {
  badRequest,
  conflict,
  type ErrorTable,
  forbidden,
  notFound,
  tooManyRequests,
  unauthorized,
} from '#platform/errors.ts'
import { missingAddressFields } from './rules.ts'

/** The error codes of the API. */
export const IDENTITY_ERRORS = {
  NotAuthorizedException: unauthorized('Invalid email or password.'),
  UserNotConfirmedException: forbidden('Please check your email and confirm your account.'),
  UserNotFoundException: notFound('Account not found. Please check your email.'),
  UsernameExistsException: conflict('An account with this email already exists.'),
  UserAlreadyAuthenticatedException: conflict('You are already signed in.'),
  CodeMismatchException: badRequest('Invalid verification code. Please check your email.'),
  ExpiredCodeException: badRequest('Verification code has expired. Please request a new one.'),
  InvalidPasswordException: badRequest(
    'Password must be at least 8 characters with uppercase, lowercase, number, and special character',
  ),
  WeakPassword: badRequest(
    'This password is easy to guess: it is on lists of common and stolen passwords, or close to one. Please choose another one.',
  ),
  OwnWordPassword: badRequest(
    'Please choose a password that is not just your name, your email address or the name of our shop.',
  ),
  InvalidParameterException: badRequest('Please check your input and try again.'),
  LimitExceededException: tooManyRequests('Too many attempts. Please try again later.'),
  IncorrectPassword: badRequest('That is not your current password.'),
  PasskeyRefused: badRequest('This passkey could not be checked. Please try again or use another way.'),
  /** For callers that gave the right code of one of several open registrations. */
  PasswordRequired: badRequest(
    'This address was registered more than once. Please enter the password of the registration that the code belongs to.',
  ),
  RegistrationPasswordWrong: badRequest('This is not the password of this registration.'),
  sms_not_wanted: conflict('You have not agreed to text messages.'),
  already_known: conflict('Your birth date is on file. Write to us if it is wrong.'),
  /** Staff, disabled accounts, and accounts that must not be opened by the mailbox alone. */
  EmailSignInRefused: forbidden('This account cannot sign in by a code from an e-mail. Please use the sign-in page.'),
  EmailProofExpired: badRequest('This took too long. Please confirm your email address again.'),
  MailboxUnproven: conflict('Please confirm your email address first.'),
  PasswordExists: conflict('Your account has a password. Please use it to confirm that it is you.'),
  PasswordMissing: conflict('Your account has no password yet. Please confirm by a code by e-mail.'),
  StaffPasswordRequired: conflict('Staff need a password. Please set one with “Forgot password?” on the sign-in page.'),
  ChallengeExpired: unauthorized('This sign-in took too long. Please sign in again.'),
} as const satisfies ErrorTable

const CHECK_INPUT = 'Please check your input and try again.'
const RULE = 'Password must contain uppercase, lowercase, number, and special character'
/** Only the first failed check of a field is reported. */
const first = (error: string) => ({ error, abort: true })

/** PostgreSQL cannot store a NUL. */
const isPrintable = (text: string) => ONE_LINE.test(text)

/** A required line of text. */
export const line = (max: number, missing: string) => requiredText(missing, max).refine(isPrintable, CHECK_INPUT)

const email = emailInput(EMAIL_PROBLEMS)
const newEmail = newEmailInput(EMAIL_PROBLEMS)

export const PASSWORD_MISSING = 'Password is required'

/** @param short the message for fewer than 8 characters; two screens word it differently. */
const newPassword = (short: string) =>
  z
    .string(ifMissing(PASSWORD_MISSING))
    .min(1, first(PASSWORD_MISSING))
    .min(8, first(short))
    .max(128, first('Password must be at most 128 characters'))
    .refine(text => [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/].every(part => part.test(text)), RULE)

export const birthDate = dayInput('Birth date is required', 'Please check the year of your birth date')
const code = z
  .string(ifMissing('Please enter the confirmation code'))
  .min(1, first('Please enter the confirmation code'))
  .regex(/^\d{6}$/, 'Please enter the complete 6-digit code')

/** The age rule, shared by the form and the server. Null when the user is old enough. */
export const tooYoung = (born: string, minimumAge: number, now: Date): string | null =>
  ageOn(born, now) < minimumAge ? `You must be ${minimumAge} or older to register` : null

const givenPassword = z
  .string(ifMissing(PASSWORD_MISSING))
  .min(1, PASSWORD_MISSING)
  .max(1024, 'Password must be 1024 characters or less')
export const SignInBody = strictModel('SignIn', { email, password: givenPassword })
/** `registration` comes from the e-mail's link; `password` belongs to that registration. */
export const ConfirmBody = strictModel('Confirmation', {
  email,
  code,
  registration: z.uuid().optional(),
  password: givenPassword.optional(),
})
export const RejectBody = strictModel('Rejection', { email, code, registration: z.uuid() })
/** Without a code, one is sent. */
export const ProveMailboxBody = strictModel('MailboxProof', { code: code.optional() })
export const ForgotBody = strictModel('ResetRequest', { email })
/** The id of the code, from the link of a reset e-mail. `letter` is its name in the last release. */
const codeId = z.uuid().optional()
export const VerifyResetBody = strictModel('ResetCode', { email, code, codeId, letter: codeId })
export const ResetBody = strictModel('PasswordReset', {
  email,
  code,
  codeId,
  letter: codeId,
  newPassword: newPassword('Password must be at least 8 characters long'),
})
export const ResendBody = strictModel('CodeRequest', { email })
export const ChangePasswordBody = strictModel('PasswordChange', {
  currentPassword: givenPassword,
  newPassword: newPassword('Password must be at least 8 characters long'),
})

export const SetPasswordBody = strictModel('FirstPassword', {
  newPassword: newPassword('Password must be at least 8 characters long'),
})

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, first(`Please use at most ${max} characters`))
    .refine(isPrintable, CHECK_INPUT)

/** Two letters, as typed by any client. */
export const CountryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Please choose a country.')

/** A shipping address that may be stored: complete and trimmed. The server checks the country, because it is a setting. */
export const ShippingAddress = z
  .strictObject({
    line1: optionalLine(200).default(''),
    line2: optionalLine(200).nullish(),
    city: optionalLine(100).default(''),
    state: optionalLine(100).default(''),
    postalCode: optionalLine(20).default(''),
    country: CountryCode.default('US'),
  })
  .check(ctx => {
    const missing = missingAddressFields(ctx.value).join(', ')
    const message = `Please fill in all required address fields: ${missing}.`
    if (missing) ctx.issues.push({ code: 'custom', message, input: ctx.value })
    else addressRule(ctx)
  })
  .meta({ id: 'ShippingAddress' })
export type ShippingAddress = z.infer<typeof ShippingAddress>

/** Address and consents are kept with the registration and become the user's when it is confirmed. */
export const RegisterBody = strictModel('Registration', {
  email: newEmail,
  password: newPassword('Password must be at least 8 characters'),
  name: line(120, 'Name is required'),
  phone: usPhone,
  birthDate,
  shippingAddress: ShippingAddress.optional(),
  addressConfirmed,
  smsConsent: z.boolean().optional(),
  pushConsent: z.boolean().optional(),
})
export type RegisterBody = z.infer<typeof RegisterBody>

export const ProfileBody = strictModel('ProfileChange', {
  name: line(120, 'Name is required').optional(),
  phone: usPhone.optional(),
  /** Accepted once, while none is on file. */
  birthDate: birthDate.optional(),
  shippingAddress: ShippingAddress.optional(),
  addressConfirmed,
  smsConsent: z.boolean().optional(),
  pushConsent: z.boolean().optional(),
})
export type ProfileBody = z.infer<typeof ProfileBody>

export const WelcomeBody = strictModel('Welcome', { phone: usPhone })
export const ReferralBody = strictModel('Referral', {
  email,
  code: z.string().max(40, { abort: true }).refine(isPrintable, CHECK_INPUT).optional(),
})
