import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { resealColumn } from '#platform/secrets/reseal-column.server.ts'
import type { SealLabel } from '#platform/secrets/seal.server.ts'
import { asWinner } from '../../commands/answer-prize.server.ts'
import { moveWinner } from '../../commands/move-winner.server.ts'
import { FROM, PAPER_WORDS } from '../../rules.ts'
import { PAPER_ERRORS, type TaxFormBody } from '../contract.ts'
import { KEEP_TAX_FORM_YEARS } from '../rules.ts'

const refuse = refusals(PAPER_ERRORS)

export const numberLabel = (owner: string): SealLabel => ({ purpose: 'taxpayer number', owner })

/**
 * The winner sends Form W-9, or sends it again until staff have checked it. The paper is then received.
 * @throws answered after the prize shipped or passed on; tax_form_not_asked when the prize needs none or staff checked it.
 */
export const sendTaxForm = (ctx: Context, id: string, form: TaxFormBody): Promise<void> =>
  asWinner(
    moveWinner(
      ctx,
      id,
      {
        action: 'sent the tax form',
        from: FROM.papers,
        noted: { 'tax-form': 'received' },
        tells: `We received this paper: ${PAPER_WORDS['tax-form']}.`,
      },
      async (tx, { row }) => {
        const noted = await tx.db
          .updateTable('winner_paper')
          .set({ status: 'received', status_at: tx.now() })
          .where('winner_id', '=', id)
          .where('kind', '=', 'tax-form')
          .where('status', '!=', 'checked')
          .executeTakeFirst()
        if (noted.numUpdatedRows === 0n) throw refuse('tax_form_not_asked')
        const values = {
          tax_year: row.answered_at!.getUTCFullYear(),
          first_name: form.firstName,
          last_name: form.lastName,
          number_kind: form.numberKind,
          sealed_number: tx.seals.seal(form.number, numberLabel(id)),
          address: JSON.stringify(row.ship_to),
          is_backup_withheld: form.isBackupWithheld,
          signed_as: form.signedAs,
          signed_at: tx.now(),
        }
        await tx.db
          .insertInto('tax_form')
          .values({ winner_id: id, ...values })
          .onConflict(conflict => conflict.column('winner_id').doUpdateSet(values))
          .execute()
        return {}
      },
    ),
  )

/** Deletes forms after the years for which they must be kept. @returns how many. */
export async function forgetTaxForms(ctx: Context): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('tax_form')
    .where('tax_year', '<', ctx.now().getUTCFullYear() - KEEP_TAX_FORM_YEARS)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Seals the numbers again that a former AUTH_SECRET had sealed. */
export const resealTaxForms = (ctx: Context): Promise<void> =>
  resealColumn(ctx, { table: 'tax_form', owner: 'winner_id', column: 'sealed_number', labelOf: numberLabel })
