/** The `error` body of Stripe's errors. */
export type FaultBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
}

/** An error response; nothing of the request is stored. */
export class Fault extends Error {
  readonly status: number
  readonly body: FaultBody

  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

type Details = { code?: string; param?: string; status?: number }

/** An invalid request: 400 unless given. */
export function invalid(message: string, { status = 400, ...details }: Details = {}): Fault {
  return new Fault(status, { type: 'invalid_request_error', message, ...details })
}

/** `noun` as in Stripe's messages: "payment_intent", "checkout session". */
export function missing(noun: string, id: string, param: string, status = 400): Fault {
  return invalid(`No such ${noun}: '${id}'`, { status, code: 'resource_missing', param })
}
