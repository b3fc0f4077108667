import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import { listOf } from '../../books/kinds.ts'
import { type Api, endpoint } from '../../request/endpoint.ts'
import { paging } from '../../request/params.ts'

/** What an account can switch on beside cards. */
export const WALLETS = ['apple_pay', 'google_pay', 'link'] as const
export type Wallet = (typeof WALLETS)[number]

/** `/v1/payment_method_configurations`: one default configuration, fixed by the sandbox's settings. */
export function paymentMethodConfigurations(api: Api & { wallets: readonly Wallet[] }): Hono {
  const app = new Hono()
  const url = '/v1/payment_method_configurations'
  app.get(
    '/',
    endpoint(api, z.strictObject(paging), async () => listOf([configuration(api.accountName(), api.wallets)], url)),
  )
  return app
}

function configuration(name: string, wallets: readonly Wallet[]): Stripe.PaymentMethodConfiguration {
  const set = (isOn: boolean): Stripe.PaymentMethodConfiguration.Card => {
    const value = isOn ? 'on' : 'off'
    return { available: isOn, display_preference: { overridable: null, preference: value, value } }
  }
  return {
    id: 'pmc_sandbox',
    object: 'payment_method_configuration',
    active: true,
    application: null,
    card: set(true),
    apple_pay: set(wallets.includes('apple_pay')),
    google_pay: set(wallets.includes('google_pay')),
    link: set(wallets.includes('link')),
    is_default: true,
    livemode: false,
    name,
    parent: null,
  }
}
