/** A feature's refusals: code → HTTP status and the sentence to show. Details fill each `{name}` in the sentence. */
export type ErrorTable = Record<string, { status: number; message: string }>

/** An entry of a table, with status and sentence as literal types. */
const entry = <S extends number, M extends string>(status: S, message: M) => ({ status, message }) as const

// Without the annotation, the bundler keeps every table of a contract in the chunks of its screens.
export const badRequest = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(400, message)
export const unauthorized = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(401, message)
export const paymentRequired = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(402, message)
export const forbidden = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(403, message)
export const notFound = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(404, message)
export const conflict = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(409, message)
export const contentTooLarge = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(413, message)
export const unsupportedMediaType = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) =>
  entry(415, message)
export const unprocessable = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(422, message)
export const tooManyRequests = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(429, message)
export const internalError = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(500, message)
export const badGateway = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(502, message)
export const serviceUnavailable = /* @__NO_SIDE_EFFECTS__ */ <const M extends string>(message: M) => entry(503, message)

/** A part of a table, for a route that can refuse with these codes only. */
export const pick = <T extends ErrorTable, const Code extends keyof T & string>(table: T, ...codes: Code[]) =>
  Object.fromEntries(codes.map(code => [code, table[code]!])) as Record<Code, ErrorTable[string]>

/** Refusals shared by all features. Codes with capital letters are exception names that clients know from hosted identity services. */
export const COMMON_ERRORS = {
  invalid_input: badRequest('Please check your input and try again.'),
  NotAuthorizedException: unauthorized('Authentication required. Please login again.'),
  Unauthorized: forbidden('Unauthorized access'),
  ReauthenticationRequired: forbidden('Please confirm that it is you to continue.'),
  SecondFactorRequired: forbidden(
    'Staff sign in with a second factor. Please set one up in your profile, then try again.',
  ),
  /** Of what a new shop does before its owner opens it. */
  shop_not_open: forbidden('This shop is not open yet. Please come back soon.'),
  not_found: notFound('We could not find that.'),
  conflict: conflict('Someone else changed this. Please reload and try again.'),
  /** Details: `version`, the stored version. */
  version_conflict: conflict('Someone else saved a change while you were editing.'),
  idempotency_running: conflict('This request is already being processed.'),
  idempotency_committed: conflict(
    'Your request was saved, but its answer was lost. Please reload and look before you send it again.',
  ),
  body_too_large: contentTooLarge('That is too large to send.'),
  idempotency_mismatch: unprocessable('This request key was used for another request.'),
  LimitExceededException: tooManyRequests('Too many attempts. Please try again later.'),
  internal: internalError('An error occurred. Please try again.'),
  overloaded: serviceUnavailable('The shop is very busy right now. Please try again in a few seconds.'),
  too_much_at_once: serviceUnavailable('Too many exports and imports run right now. Please try again in a minute.'),
  unavailable: serviceUnavailable('Service temporarily unavailable (cooldown). Please retry shortly.'),
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

/** The sentence of a refusal's code, for a screen that checks before the server. */
export const messageOf = <T extends ErrorTable>(
  table: T,
  code: keyof T,
  details: Record<string, unknown> = {},
): string => fill(table[code]!.message, details)

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
