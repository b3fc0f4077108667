import type { AdminGiveaway } from '../admin-contract.ts'

/** Props of the dialog of one action. */
export type ActProps = { giveaway: AdminGiveaway; onClose: () => void }

/** Confirmed actions on a giveaway, each with its right. */
export const ACTS = {
  draw: { label: 'Select Winner', right: 'giveaways.draw' },
  publish: { label: 'Publish', right: 'giveaways.change' },
  duplicate: { label: 'Duplicate', right: 'giveaways.change' },
  relist: { label: 'Relist', right: 'giveaways.change' },
  close: { label: 'Close early', right: 'giveaways.change' },
  cancel: { label: 'Cancel giveaway', right: 'giveaways.delete' },
  delete: { label: 'Delete', right: 'giveaways.delete' },
} as const
export type Act = keyof typeof ACTS

/** Actions that the giveaway's state allows. The server checks again. */
export function actsOn(giveaway: AdminGiveaway): Act[] {
  const { state, entriesCount, isDraft, closing } = giveaway
  const isDrawn = state === 'drawn'
  const isCancelled = closing?.reason === 'cancelled'
  const mayDo: Record<Act, boolean> = {
    draw: entriesCount > 0 && !isDrawn,
    publish: isDraft,
    duplicate: true,
    relist: state === 'closed' && entriesCount === 0 && giveaway.relistedAs === null,
    close: !isDraft && state !== 'closed' && !isDrawn,
    cancel: !isDraft && !isDrawn && !isCancelled,
    delete: !isDrawn,
  }
  return (Object.keys(ACTS) as Act[]).filter(act => mayDo[act])
}
