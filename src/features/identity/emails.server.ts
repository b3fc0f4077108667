import { html } from 'hono/html'
import { CODE_MINUTES } from './codes.server.ts'

type Email = { subject: string; text: string; html: string }

const letter = (paragraphs: unknown[]) =>
  String(html`<!doctype html><html lang="en"><body style="font:17px/1.5 sans-serif;color:#1b1d19;max-width:34em">
${paragraphs.map(paragraph => html`<p>${paragraph}</p>`)}
<p style="color:#57574a">Redoubt. Hold the line.</p></body></html>`)

/** The code that proves the address is the registering person's own. */
export const confirmationEmail = (name: string, code: string): Email => ({
  subject: 'Your Redoubt confirmation code',
  text: `Hello ${name},

your confirmation code is ${code}. It is good for ${CODE_MINUTES} minutes.

If you did not register at Redoubt, ignore this message: without the code no account is made. Never pass the code on.`,
  html: letter([
    `Hello ${name},`,
    html`your confirmation code is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${CODE_MINUTES} minutes.`,
    'If you did not register at Redoubt, ignore this message: without the code no account is made. Never pass the code on.',
  ]),
})

/** The code that lets somebody who can read the account's mail set a new password. */
export const resetEmail = (name: string, code: string): Email => ({
  subject: 'Your Redoubt password reset code',
  text: `Hello ${name},

your code to reset your password is ${code}. It is good for ${CODE_MINUTES} minutes.

If you did not ask for it, ignore this message: your password stays as it is. Never pass the code on.`,
  html: letter([
    `Hello ${name},`,
    html`your code to reset your password is <strong style="font-size:1.4em;letter-spacing:.15em">${code}</strong>. It is good for ${CODE_MINUTES} minutes.`,
    'If you did not ask for it, ignore this message: your password stays as it is. Never pass the code on.',
  ]),
})

/** After a password was changed by code, so that its owner hears of it in any case. */
export const passwordChangedEmail = (name: string, origin: string): Email => ({
  subject: 'Your Redoubt password was changed',
  text: `Hello ${name},

the password of your account was changed just now, and every browser was signed out. If it was not you, reset it again at ${origin}/login and write to us.`,
  html: letter([
    `Hello ${name},`,
    html`the password of your account was changed just now, and every browser was signed out. If it was not you, <a href="${origin}/login">reset it again</a> and write to us.`,
  ]),
})

/** To the owner of an account whose address somebody registers again: the screen tells nobody that the account exists. */
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
