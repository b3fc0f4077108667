import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'

/** Bought and free entries side by side: their odds, and what a simulation of the draw gave. */
export const Parity = model('Parity', {
  /** Entries in the draw: by credit and auto-entry, and free by mail and online. */
  bought: z.int(),
  free: z.int(),
  /** Entries that the cheapest purchase, and so a free entry, gives now. */
  entriesEach: z.int(),
  /** Null before the first simulation, which needs entries of both kinds. */
  simulation: z
    .object({
      bought: z.int(),
      free: z.int(),
      draws: z.int(),
      boughtWins: z.int(),
      freeWins: z.int(),
      /** Pearson's chi-square with one degree of freedom against equal odds; chance exceeds 10.83 once in 1,000 simulations. */
      chiSquare: z.number(),
      at: z.iso.datetime(),
    })
    .nullable(),
})
export type Parity = z.infer<typeof Parity>
