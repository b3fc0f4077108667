/** Slots that changed hands in one giveaway, as the realtime channel sends them. `staff` names those of `taken` that a staff entry took. */
export type Moves = { taken: number[]; freed: number[]; staff: number[] }

/** What became of a slot. */
export type SlotFate = 'taken' | 'staff' | 'free'

/** Adds moves to the latest fate of each slot. Releases before 0.9.0 send no `staff`. */
export function addMoves(
  fates: Map<number, SlotFate>,
  { taken, freed, staff = [] }: Omit<Moves, 'staff'> & Partial<Moves>,
) {
  for (const slot of taken) fates.set(slot, 'taken')
  for (const slot of staff) fates.set(slot, 'staff')
  for (const slot of freed) fates.set(slot, 'free')
}

export function movesOf(fates: Iterable<readonly [slot: number, fate: SlotFate]>): Moves {
  const moves: Moves = { taken: [], freed: [], staff: [] }
  for (const [slot, fate] of fates) {
    if (fate === 'free') moves.freed.push(slot)
    else moves.taken.push(slot)
    if (fate === 'staff') moves.staff.push(slot)
  }
  return moves
}
