import { isProviderAway, withBreaker } from '#adapters/payments/breaking.server.ts'
import { type DeliverMessage, MessageRefused, SenderMissing } from '#kernel/ports/messages.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { type Breaker, createBreaker, type Outage } from '#platform/breaker.server.ts'
import type { Logger } from '#platform/log.server.ts'
import { circuitsOpen } from '../metrics/process-metrics.server.ts'

export type Breakers = {
  provider: (provider: PaymentProvider) => PaymentProvider
  deliver: (deliver: DeliverMessage) => DeliverMessage
  /** Providers whose circuit breaker is open in this process. */
  outages: () => Outage[]
}

/** One circuit breaker per provider that the shop waits for. @param isOn false leaves the ports unchanged. */
export function createBreakers(isOn: boolean, log: Logger): Breakers {
  if (!isOn) return { provider: provider => provider, deliver: deliver => deliver, outages: () => [] }
  const onChange = (provider: string, isOpen: boolean) => {
    circuitsOpen.set({ provider }, Number(isOpen))
    if (isOpen) log.error({ provider }, 'a provider does not answer and is left alone for a while')
    else log.warn({ provider }, 'a provider answers again')
  }
  const breakerOf = (provider: string, isAway: (error: unknown) => boolean): Breaker => {
    circuitsOpen.set({ provider }, 0)
    return createBreaker({ provider, isAway, onChange })
  }
  const isMailAway = (error: unknown) => !(error instanceof MessageRefused || error instanceof SenderMissing)
  const messages = { email: breakerOf('E-mail', isMailAway), sms: breakerOf('SMS', isMailAway) }
  const all = Object.values(messages)
  return {
    provider(provider) {
      const breaker = breakerOf(provider.company, isProviderAway)
      all.unshift(breaker)
      return withBreaker(provider, breaker)
    },
    deliver: deliver => message => messages[message.channel].run(() => deliver(message)),
    outages: () => all.flatMap(breaker => breaker.outage() ?? []),
  }
}
