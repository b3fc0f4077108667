/** A browser that takes messages: the address of its push service, and the keys that only it can open them with (base64url). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** What the service worker gets, as JSON. */
  payload: object
  /** For how long the push service keeps it for a device that is off, in seconds. */
  ttlSeconds: number
  urgency: 'low' | 'normal' | 'high'
  /** A message that waits is replaced by the next one of the same topic: at most 32 characters of base64url. */
  topic?: string
}

/**
 * What became of a push. `gone`: nobody is at this endpoint any more. `refused`: it will never take a message of ours.
 * `later`: the service asks for patience, in seconds.
 */
export type PushOutcome =
  | { result: 'taken' | 'gone' }
  | { result: 'refused'; reason: string }
  | { result: 'later'; seconds: number }

export type Push = {
  /** The VAPID public key that browsers subscribe with. */
  publicKey: () => string
  /** What is wrong with an endpoint's address, as a sentence; undefined when it may be sent to. */
  faultOf: (endpoint: string) => string | undefined
  /** @throws when the push service could not be reached or failed; the job that called tries again later. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
}
