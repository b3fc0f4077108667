/** A feature's refusals: code → HTTP status and the sentence to show. Details fill each `{name}` in the sentence. */
export type ErrorTable = Record<string, { status: number; message: string }>

/** Refusals shared by all features. Codes with capital letters are exception names that clients know from hosted identity services. */
export const COMMON_ERRORS = {
  invalid_input: { status: 400, message: 'Please check your input and try again.' },
  NotAuthorizedException: { status: 401, message: 'Authentication required. Please login again.' },
  Unauthorized: { status: 403, message: 'Unauthorized access' },
  ReauthenticationRequired: { status: 403, message: 'Please confirm that it is you to continue.' },
  SecondFactorRequired: {
    status: 403,
    message: 'Staff sign in with a second factor. Please set one up in your profile, then try again.',
  },
  not_found: { status: 404, message: 'We could not find that.' },
  conflict: { status: 409, message: 'Someone else changed this. Please reload and try again.' },
  /** Details: `version`, the stored version. */
  version_conflict: { status: 409, message: 'Someone else saved a change while you were editing.' },
  idempotency_running: { status: 409, message: 'This request is already being processed.' },
  idempotency_committed: {
    status: 409,
    message: 'Your request was saved, but its answer was lost. Please reload and look before you send it again.',
  },
  body_too_large: { status: 413, message: 'That is too large to send.' },
  idempotency_mismatch: { status: 422, message: 'This request key was used for another request.' },
  LimitExceededException: { status: 429, message: 'Too many attempts. Please try again later.' },
  internal: { status: 500, message: 'An error occurred. Please try again.' },
  overloaded: { status: 503, message: 'The shop is very busy right now. Please try again in a few seconds.' },
  too_much_at_once: {
    status: 503,
    message: 'Too many exports and imports run right now. Please try again in a minute.',
  },
  unavailable: { status: 503, message: 'Service temporarily unavailable (cooldown). Please retry shortly.' },
} as const satisfies ErrorTable

export type FieldErrors = Record<string, string[]>

/** The body of every refusal, RFC 9457. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: string
  requestId: string
  errors?: FieldErrors
} & Record<string, unknown>

/** A business rule refused the call. The HTTP layer renders an uncaught refusal as problem+json. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>
  readonly errors: FieldErrors | undefined

  constructor(code: string, status: number, message: string, details: Record<string, unknown>, errors?: FieldErrors) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.errors = errors
  }
}

const fill = (sentence: string, details: Record<string, unknown>) =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in details ? String(details[name]) : whole))

/**
 * Creates a feature's `refuse` from its error table: `throw refuse('slot_taken', { slots })`.
 * Details fill the sentence and are part of the response, so that a screen can use them.
 */
export function refusals<T extends ErrorTable>(table: T) {
  return (code: keyof T & string, details: Record<string, unknown> = {}, errors?: FieldErrors): Refusal => {
    const entry = table[code]!
    return new Refusal(code, entry.status, fill(entry.message, details), details, errors)
  }
}

/** The refusals that belong to no feature. */
export const refuse = refusals(COMMON_ERRORS)
