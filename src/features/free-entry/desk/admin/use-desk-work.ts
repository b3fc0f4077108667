import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskCard } from '../contract.ts'
import { deskChanged, takeNext } from './mail-desk-client.ts'

/** What became of the last card, shown above the next one. */
export type Done = { message: string; notice?: string | undefined; card?: DeskCard | undefined }

/** The card that this desk works on, and the way to the next one. */
export function useDeskWork(stage: 'opened' | 'waiting') {
  const [card, setCard] = useState<DeskCard | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const taking = useMutation({
    // A stack is worked through by its numbers; what was left before them comes at its end.
    mutationFn: async (input: { number?: number; after?: number }) =>
      (await takeNext({ stage, ...input })) ?? (input.after ? takeNext({ stage }) : null),
    onSuccess: setCard,
  })
  return {
    card,
    done,
    taking,
    take: (number?: number) => {
      setDone(null)
      taking.mutate(number === undefined ? {} : { number })
    },
    /** Leaves the card in the queue. */
    skip: () => card && taking.mutate({ after: card.number }),
    stop: () => setCard(null),
    /** After a card was typed or decided. */
    async goOn(said: Done) {
      setDone(said)
      await taking.mutateAsync(card ? { after: card.number } : {})
      await deskChanged()
    },
  }
}
