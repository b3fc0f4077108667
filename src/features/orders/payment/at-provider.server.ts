import { PaymentError } from '#kernel/ports/payments.ts'
import { refusals } from '#platform/errors.ts'
import { MOVE_ERRORS } from '../order/contract.ts'

const refuse = refusals(MOVE_ERRORS)

/** Runs a provider call. An unreachable provider is not an error of the staff. @throws provider_away */
export async function atProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof PaymentError) || !['unreachable', 'busy', 'not_configured'].includes(error.kind)) throw error
    throw refuse('provider_away')
  }
}
