/** The body of Stripe's errors, under `error`. */
export type FaultBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
}

/** A request that is answered with an error; nothing of it is kept. */
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

/** The request makes no sense as it stands: 400 unless said otherwise. */
export function invalid(message: string, { status = 400, ...details }: Details = {}): Fault {
  return new Fault(status, { type: 'invalid_request_error', message, ...details })
}

/** `noun` as Stripe's messages name it: "payment_intent", "checkout session". */
export function missing(noun: string, id: string, param: string, status = 400): Fault {
  return invalid(`No such ${noun}: '${id}'`, { status, code: 'resource_missing', param })
}
