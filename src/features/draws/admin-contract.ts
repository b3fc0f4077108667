import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'

const NOTHING_SELECTED = 'No giveaway selected'

export const DrawInput = z.strictObject({
  title: z.string().max(120).optional(),
  reason: z.string().max(500, 'The reason must be 500 characters or less.').optional(),
})
export const SelectWinnerInput = DrawInput.extend({
  giveawayId: z
    .string(ifMissing(NOTHING_SELECTED))
    .min(1, NOTHING_SELECTED)
    .max(140, 'A giveaway id must be 140 characters or less'),
}).meta({ id: 'SelectWinnerInput' })
/** `method` exists for API compatibility; winners are always drawn at random. */
export const WinnerInput = DrawInput.extend({ method: z.enum(['random', 'automatic']).default('random') }).meta({
  id: 'WinnerInput',
})

export const SelectedWinner = model('SelectedWinner', {
  message: z.string(),
  winner: z.object({ email: z.string(), slot: z.int() }),
})

/** The list is frozen, and the winner follows from a public round that is still to come. */
export const FrozenDraw = model('FrozenDraw', {
  status: z.literal('frozen'),
  message: z.string(),
  round: z.int(),
  drawAt: z.iso.datetime(),
})

/** A round that staff hand in while no relay answers. It is verified like any other. */
export const HandedInRound = strictModel('HandedInRound', {
  round: z.int(ifWrong('Enter the number of the round.')).min(1),
  signature: z
    .string(ifMissing('Enter the signature.'))
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{96}$/, 'A signature has 96 hex digits.'),
})
export type HandedInRound = z.infer<typeof HandedInRound>
