import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { call } from '#kernel/client/calls/call.ts'
import type { PasskeyRequest } from '../factors/contract.ts'
import { identity, startingOver } from '../web/identity-client.ts'

/** The message when no passkey was used, nearly always because the user closed the browser's prompt. */
export const NO_PASSKEY = 'No passkey was used. Please try again, or use another way.'
export const NO_NEW_PASSKEY = 'No passkey was made. Please try again, or use another device.'

/** Loaded on demand; it hides differences between browsers. */
const webAuthn = () => import('@simplewebauthn/browser')

/** Loads the code ahead, because some browsers show the passkey prompt only right after a click. */
export const preparePasskeys = () => void webAuthn().catch(() => {})

/** Asks the user for a passkey. @throws when they cancel. */
export async function answerBy(options: PasskeyRequest) {
  const { startAuthentication } = await webAuthn()
  return startAuthentication({ optionsJSON: options })
}

/** Asks the user to create a passkey. @param options as returned by the server. @throws when they cancel. */
export async function makePasskey(options: object) {
  const { startRegistration } = await webAuthn()
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** Signs in by a passkey alone. @returns the session, or the next challenge. */
export async function signInByPasskey() {
  const { challenge } = await startingOver(() => identity.auth.passkey.$post())
  const { id, options } = challenge
  const credential = await answerBy(options!)
  return call(identity.auth.challenge.$post({ json: { id, credential: trimmed(credential) } }))
}

type Answer = Awaited<ReturnType<typeof answerBy>>

/** The fields of an answer that the API accepts. */
export function trimmed({ id, rawId, response }: Answer) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const shown = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  return { id, rawId, type: 'public-key' as const, response: shown }
}
