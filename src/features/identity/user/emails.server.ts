import { html } from 'hono/html'
import { code as codeOf, defineEmail, greetingOf, link as linkTo, nameless } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { CHALLENGE_SECONDS, invitationLink, VERIFICATION_CODE_MINUTES } from './rules.ts'

const LINK = 'https://shop.example/confirm?code=123456'
const SIGN_IN_MINUTES = CHALLENGE_SECONDS / 60
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Helps the owner of the address to tell their own registration from another person's. */
const registeredAt = (at: Date, device: string | null) =>
  withFullStop(`This registration was made on ${MINUTE.format(at)} UTC${device ? ` with ${device}` : ''}`)

type Confirmation = { code: string; link: string; at: Date; device: string | null }

/**
 * Sends the code that proves ownership of the address. It has no words of the caller, who may be a stranger to the owner.
 */
export const confirmationEmail = defineEmail({
  preview: {
    code: '123456',
    link: LINK,
    at: new Date('2026-03-02T18:00:00Z'),
    device: 'Firefox on Linux',
  },
  write: ({ settings }, { code, link, at, device }: Confirmation) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} confirmation code`,
    body: [
      'Hello,',
      html`<p>your confirmation code is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes. Or open this page, which has it filled in, and press “Confirm Account”:</p>`,
      html`<p>${linkTo(link)}</p>`,
      `${registeredAt(at, device)} The code belongs to this registration only.`,
      `If you did not register at ${settings.brand.name}, ignore this message: without the code no account is created. To delete the registration, open the page and press “This was not me”. Never share the code.`,
    ],
  }),
  unproven: 'no words',
})

/** Sends the code with which a reader of the account's mail can set a new password. */
export const resetEmail = defineEmail({
  preview: { name: 'Sam', code: '123456', link: LINK },
  write: ({ settings }, { name, code, link }: { name: string; code: string; link: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} password reset code`,
    body: [
      greetingOf(name),
      html`<p>your code to reset your password is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes. Or open this page, which has it filled in:</p>`,
      html`<p>${linkTo(link)}</p>`,
      'If you did not ask for it, ignore this message: your password stays as it is. Never share the code.',
    ],
  }),
  unproven: nameless,
})

/** `signedOut` names the browsers that the change signed out. */
type PasswordChange = { name: string; signedOut?: 'every browser' | 'every other browser' }

/** Notice of a changed password, so that the owner always learns of it. */
export const passwordChangedEmail = defineEmail({
  preview: { name: 'Sam' },
  write: ({ origin, settings }, { name, signedOut = 'every browser' }: PasswordChange) => ({
    subject: `Your ${settings.brand.name} password was changed`,
    body: [
      greetingOf(name),
      html`<p>the password of your account was changed just now, and ${signedOut} was signed out. If it was not you, reset it again at ${linkTo(`${origin}/login`)} and write to us.</p>`,
    ],
  }),
  unproven: nameless,
})

/** To the owner of an account whose address is registered again. The screen does not reveal the account. */
export const accountExistsEmail = defineEmail({
  preview: { name: 'Sam' },
  write: ({ origin, settings }, { name }: { name: string }) => ({
    subject: `You already have a ${settings.brand.name} account`,
    body: [
      greetingOf(name),
      `someone tried to register at ${settings.brand.name} with this address, which already has an account.`,
      html`<p>If it was you, sign in at ${linkTo(`${origin}/login`)}; there you can also reset a forgotten password. If it was not you, you can ignore this e-mail.</p>`,
    ],
  }),
  unproven: nameless,
})

/** The e-mail with a code as second factor. */
export const signInCodeEmail = defineEmail({
  preview: { name: 'Sam', code: '123456' },
  write: ({ settings }, { name, code }: { name: string; code: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} sign-in code`,
    body: [
      greetingOf(name),
      html`<p>your code to sign in is ${codeOf(code)}. It is good for ${SIGN_IN_MINUTES} minutes.</p>`,
      'Someone just signed in with your password. If it was not you, change it right away. Never share the code.',
    ],
  }),
  unproven: nameless,
})

/** The SMS with a code as second factor. The code comes first, so that phones show it without opening the message. */
export const signInCodeText = ({ settings: { brand } }: DataContext, code: string) => ({
  isSecret: true,
  subject: `Your ${brand.name} sign-in code`,
  text: `${code} is your ${brand.shortName} sign-in code, good for ${SIGN_IN_MINUTES} minutes. Never share it.`,
})

/**
 * A code that signs in to the account of an address, or proves an address that has none. The words are the same for both, and name no user.
 */
export const emailCodeEmail = defineEmail({
  preview: { code: '123456' },
  write: ({ settings }, { code }: { code: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} checkout code`,
    body: [
      'Hello,',
      html`<p>your code to continue at the checkout is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes, in the browser that asked for it.</p>`,
      'If you did not ask for it, ignore this message. Never share the code: it gives access to your account.',
    ],
  }),
  unproven: 'no words',
})

/** The code with which a user without a password confirms that it is them. */
export const reauthenticationCodeEmail = defineEmail({
  preview: { name: 'Sam', code: '123456' },
  write: ({ settings }, { name, code }: { name: string; code: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} confirmation code`,
    body: [
      greetingOf(name),
      html`<p>your code to confirm that it is you is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes. Never share it.</p>`,
      html`<p>If you did not ask for it, someone else may be using your account. Sign out everywhere in your profile and write to us.</p>`,
    ],
  }),
  unproven: nameless,
})

/** Invites the reader of a mailbox to the staff. It holds no secret and no text that a person typed. */
export const invitationEmail = defineEmail({
  preview: { email: 'sam@example.com', role: 'Manager' },
  write: ({ origin, settings }, { email, role }: { email: string; role: string }) => ({
    subject: `You are invited to the staff of ${settings.brand.name}`,
    body: [
      'Hello,',
      `the ${settings.brand.name} shop at ${origin} invites you to its staff as ${role}. Open the page below, ask for a code, and choose a password. The role begins then.`,
      'If you do not expect this, ignore this message: without the code nothing changes.',
    ],
    action: { label: 'Accept the invitation', url: invitationLink(origin, email) },
  }),
  unproven: 'no words',
})

/** The code by which a signed-in user proves the mailbox. It names no user, because another person may have made the account. */
export const proofCodeEmail = defineEmail({
  preview: { code: '123456' },
  write: ({ settings }, { code }: { code: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} confirmation code`,
    body: [
      'Hello,',
      html`<p>your code to confirm this address is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes, in the browser that asked for it.</p>`,
      'If you did not ask for it, ignore this message: nothing of this address is shown or changed without the code. Never share it.',
    ],
  }),
  unproven: 'no words',
})

/** The code that proves access to an address before it becomes a second factor. */
export const enrolCodeEmail = defineEmail({
  preview: { name: 'Sam', code: '123456' },
  write: ({ settings }, { name, code }: { name: string; code: string }) => ({
    isSecret: true,
    subject: `Your ${settings.brand.name} verification code`,
    body: [
      greetingOf(name),
      html`<p>your code to turn on sign-in codes by e-mail is ${codeOf(code)}. It is good for ${VERIFICATION_CODE_MINUTES} minutes. Never share it.</p>`,
    ],
  }),
  unproven: nameless,
})

/** Like `enrolCodeEmail`, by SMS. */
export const enrolCodeText = ({ settings: { brand } }: DataContext, code: string) => ({
  isSecret: true,
  subject: `Your ${brand.name} verification code`,
  text: `${code} is your ${brand.shortName} verification code, good for ${VERIFICATION_CODE_MINUTES} minutes. Never share it.`,
})

/** Notice of a change to the sign-in methods, so that the owner always learns of it. `change` is a whole sentence. */
export const securityEmail = defineEmail({
  preview: { name: 'Sam', change: 'A sign-in method was added: passkey.' },
  write: ({ origin, settings }, { name, change }: { name: string; change: string }) => ({
    subject: `The sign-in of your ${settings.brand.name} account changed`,
    body: [
      greetingOf(name),
      html`<p>${change} If it was not you, reset your password at ${linkTo(`${origin}/login`)}, sign out everywhere and write to us.</p>`,
    ],
  }),
  unproven: nameless,
})

/** The sentence of `securityEmail` about a sign-in by recovery code. */
export const recoveryCodeSpent = (left: number) =>
  `A recovery code was used to sign in; ${left} ${left === 1 ? 'is' : 'are'} left.`
