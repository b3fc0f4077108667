import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'

export const PaymentMethods = model('PaymentMethods', {
  methods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      hint: z.string(),
      isConfigured: z.boolean(),
      /** What the payment page offers: `Card`, `Apple Pay`. Empty where the provider does not say. */
      onPage: z.array(z.string()),
      /** Whether the page can save a card. */
      savesCards: z.boolean(),
    }),
  ),
})
export type PaymentMethods = z.infer<typeof PaymentMethods>
