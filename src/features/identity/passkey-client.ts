import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { call } from '#platform/client/call.ts'
import type { PasskeyRequest } from './challenge/contract.ts'
import { identity, startingOver } from './identity-client.ts'

/** What to say when no passkey came of it: nearly always because the person closed the browser's own question. */
export const NO_PASSKEY = 'No passkey was used. Please try again, or use another way.'
export const NO_NEW_PASSKEY = 'No passkey was made. Please try again, or use another device.'

/** Loaded when somebody is about to need it; it wraps what browsers do differently. */
const webAuthn = () => import('@simplewebauthn/browser')

/** Fetches the code ahead, as some browsers ask for the passkey only right after a click. */
export const preparePasskeys = () => void webAuthn().catch(() => {})

/** Lets the person answer with a passkey. @throws when they do not. */
export async function answerBy(options: PasskeyRequest) {
  const { startAuthentication } = await webAuthn()
  return startAuthentication({ optionsJSON: options })
}

/** Lets the person make a passkey. @param options as the server gave them. @throws when they do not. */
export async function makePasskey(options: object) {
  const { startRegistration } = await webAuthn()
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
}

/** Signs in by a passkey alone. @returns the session, or what the sign-in still asks. */
export async function signInByPasskey() {
  const { challenge } = await startingOver(() => identity.auth.passkey.$post())
  const { id, options } = challenge
  const credential = await answerBy(options!)
  return call(identity.auth.challenge.$post({ json: { id, credential: trimmed(credential) } }))
}

type Answer = Awaited<ReturnType<typeof answerBy>>

/** What the API takes of an answer. */
export function trimmed({ id, rawId, response }: Answer) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const shown = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  return { id, rawId, type: 'public-key' as const, response: shown }
}
