import type { ReasonClass } from '#features/draws/rules.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { WINNER_ERRORS } from '../contract.ts'
import { findOpenPass } from '../queries/passes.server.ts'
import type { Won } from '../queries/winners.server.ts'
import { type End, FROM } from '../rules.ts'
import { moveLocked } from './move-winner.server.ts'

const refuse = refusals(WINNER_ERRORS)

export type Passing = { as: End; reasonClass: ReasonClass; reason: string }

/**
 * Proposes to pass on the prize of a locked winner. One proposal waits at a time.
 * @param by the member of staff; null for the rules, whose second proposal changes nothing.
 * @throws winner_moved, pass_proposed for staff when a proposal waits.
 */
export async function proposePass(
  tx: TransactionContext,
  locked: Won,
  { as, reasonClass, reason, by }: Passing & { by: string | null },
): Promise<void> {
  if (await findOpenPass(tx, locked.row.id)) {
    if (by === null) return
    throw refuse('pass_proposed')
  }
  const step = {
    action: 'proposed to pass the prize on',
    from: FROM['pass-on'],
    reason,
    noted: { reasonClass },
    tells: 'It was proposed to give it to the next entry of the drawn order. A second person decides.',
  }
  await moveLocked(tx, locked, step, async () => {
    await tx.db
      .insertInto('winner_pass')
      .values({
        id: newId(),
        winner_id: locked.row.id,
        ends_as: as,
        reason_class: reasonClass,
        reason,
        proposed_by: by,
        proposed_at: tx.now(),
      })
      .execute()
    return {}
  })
}
