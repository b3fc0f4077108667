import { html } from 'hono/html'
import { FAREWELL, letterPage } from '#features/notifications/letter.ts'
import { CHALLENGE_SECONDS } from './challenge/contract.ts'
import { CODE_MINUTES } from './codes.server.ts'

/** `isSecret`: the text contains a code, so it is stored sealed. */
type Email = { subject: string; text: string; html: string; isSecret?: boolean }

const letter = (paragraphs: unknown[]) =>
  letterPage(html`${paragraphs.map(paragraph => html`<p>${paragraph}</p>`)}
${FAREWELL}`)

type Confirmation = { name: string; code: string; link: string; at: Date; device: string | null }

/**
 * Sends the code that proves ownership of the address. Until then any caller may have typed address and name. So a name that a mail program
 * would show as a link is left out.
 */
export const confirmationEmail = ({ name, code, link, at, device }: Confirmation): Email => ({
  isSecret: true,
  subject: 'Your Redoubt confirmation code',
  text: `${greetingOf(name)}

your confirmation code is ${code}. It is good for ${CODE_MINUTES} minutes. Or open this page, which has it filled in, and press “Confirm Account”:

${link}

${registeredAt(at, device)} The code belongs to this registration only.

If you did not register at Redoubt, ignore this message: without the code no account is made. To delete the registration, open the page and press “This was not me”. Never pass the code on.`,
  html: letter([
    greetingOf(name),
    html`your confirmation code is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${CODE_MINUTES} minutes.`,
    html`Or open <a href="${link}">the page that has it filled in</a> and press “Confirm Account”.`,
    `${registeredAt(at, device)} The code belongs to this registration only.`,
    'If you did not register at Redoubt, ignore this message: without the code no account is made. To delete the registration, open the page and press “This was not me”. Never pass the code on.',
  ]),
})

const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Helps the owner of the address to tell their own registration from another person's. */
const registeredAt = (at: Date, device: string | null) =>
  `This registration was made on ${MINUTE.format(at)} UTC${device ? ` with ${device}` : ''}.`

const greetingOf = (name: string) => (/[/:@]|\.\S/.test(name) ? 'Hello,' : `Hello ${name},`)

/** Sends the code with which a reader of the account's mail can set a new password. */
export const resetEmail = (name: string, code: string, link: string): Email => ({
  isSecret: true,
  subject: 'Your Redoubt password reset code',
  text: `Hello ${name},

your code to reset your password is ${code}. It is good for ${CODE_MINUTES} minutes. Or open this page, which has it filled in:

${link}

If you did not ask for it, ignore this message: your password stays as it is. Never pass the code on.`,
  html: letter([
    `Hello ${name},`,
    html`your code to reset your password is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${CODE_MINUTES} minutes.`,
    html`Or open <a href="${link}">the page that has it filled in</a>.`,
    'If you did not ask for it, ignore this message: your password stays as it is. Never pass the code on.',
  ]),
})

/**
 * Notice of a changed password, so that the owner always learns of it.
 * @param signedOut the browsers that the change signed out: `every browser`, or `every other browser`.
 */
export const passwordChangedEmail = (
  name: string,
  origin: string,
  signedOut: 'every browser' | 'every other browser' = 'every browser',
): Email => ({
  subject: 'Your Redoubt password was changed',
  text: `Hello ${name},

the password of your account was changed just now, and ${signedOut} was signed out. If it was not you, reset it again at ${origin}/login and write to us.`,
  html: letter([
    `Hello ${name},`,
    html`the password of your account was changed just now, and ${signedOut} was signed out. If it was not you, <a href="${origin}/login">reset it again</a> and write to us.`,
  ]),
})

/** To the owner of an account whose address is registered again. The screen does not reveal the account. */
export const accountExistsEmail = (name: string, origin: string): Email => ({
  subject: 'You already have a Redoubt account',
  text: `Hello ${name},

somebody tried to register at Redoubt with this address, which already has an account. If it was you, sign in at ${origin}/login; there you can also reset a forgotten password. If it was not you, there is nothing to do.`,
  html: letter([
    `Hello ${name},`,
    'somebody tried to register at Redoubt with this address, which already has an account.',
    html`If it was you, <a href="${origin}/login">sign in</a>; there you can also reset a forgotten password. If it was not you, there is nothing to do.`,
  ]),
})

const SIGN_IN_MINUTES = CHALLENGE_SECONDS / 60

/** The e-mail with a code as second factor. */
export const signInCodeEmail = (name: string, code: string): Email => ({
  isSecret: true,
  subject: 'Your Redoubt sign-in code',
  text: `Hello ${name},

your code to sign in is ${code}. It is good for ${SIGN_IN_MINUTES} minutes.

Somebody gave your password just now. If it was not you, change it at once. Never pass the code on.`,
  html: letter([
    `Hello ${name},`,
    html`your code to sign in is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${SIGN_IN_MINUTES} minutes.`,
    'Somebody gave your password just now. If it was not you, change it at once. Never pass the code on.',
  ]),
})

/** The SMS with a code as second factor. The code comes first, so that phones show it without opening the message. */
export const signInCodeText = (code: string) => ({
  isSecret: true,
  subject: 'Your Redoubt sign-in code',
  text: `${code} is your Redoubt sign-in code, good for ${SIGN_IN_MINUTES} minutes. Never pass it on.`,
})

/** The code that proves access to an address before it becomes a second factor. */
export const enrolCodeEmail = (name: string, code: string): Email => ({
  isSecret: true,
  subject: 'Your Redoubt verification code',
  text: `Hello ${name},

your code to turn on sign-in codes by e-mail is ${code}. It is good for ${CODE_MINUTES} minutes. Never pass it on.`,
  html: letter([
    `Hello ${name},`,
    html`your code to turn on sign-in codes by e-mail is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${CODE_MINUTES} minutes. Never pass it on.`,
  ]),
})

/** Like `enrolCodeEmail`, by SMS. */
export const enrolCodeText = (code: string) => ({
  isSecret: true,
  subject: 'Your Redoubt verification code',
  text: `${code} is your Redoubt verification code, good for ${CODE_MINUTES} minutes. Never pass it on.`,
})

/** Notice of a change to the sign-in methods, so that the owner always learns of it. @param change a whole sentence. */
export const securityEmail = (name: string, change: string, origin: string): Email => ({
  subject: 'The sign-in of your Redoubt account changed',
  text: `Hello ${name},

${change} If it was not you, reset your password at ${origin}/login, sign out everywhere and write to us.`,
  html: letter([
    `Hello ${name},`,
    html`${change} If it was not you, <a href="${origin}/login">reset your password</a>, sign out everywhere and write to us.`,
  ]),
})

/** Notice of a sign-in by recovery code. */
export const recoveryUsedEmail = (name: string, left: number, origin: string): Email =>
  securityEmail(name, `A recovery code was used to sign in; ${left} ${left === 1 ? 'is' : 'are'} left.`, origin)
