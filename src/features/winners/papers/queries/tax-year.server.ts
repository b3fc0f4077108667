import { reportedFromCents } from '#features/giveaways/obligations/reported-prizes.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import type { PrizeAddress } from '../../contract.ts'
import { findWinner, readPrizes } from '../../queries/winners.server.ts'
import { numberLabel } from '../commands/send-tax-form.server.ts'
import { type MiscFileBody, PAPER_ERRORS, type TaxForm, type TaxYear } from '../contract.ts'
import { miscHeads, miscLine } from '../iris.ts'
import type { TaxNumberKind } from '../rules.ts'

const refuse = refusals(PAPER_ERRORS)

/** A winner's form with its number. Each reading is in the audit log. @throws tax_form_not_found */
export async function readTaxForm(ctx: Context, winnerId: string): Promise<TaxForm> {
  const won = await findWinner(ctx, winnerId)
  const row = won && (await formRows(ctx, [winnerId]))[0]
  if (!row) throw refuse('tax_form_not_found')
  await transact(ctx, tx =>
    writeAuditLog(tx, {
      action: 'read the tax form',
      subject: { type: 'winner', id: winnerId, label: `${won.prize.title}, slot ${won.prize.slot}` },
    }),
  )
  return formShown(ctx, row)
}

const formRows = (ctx: DataContext, winnerIds: readonly string[]) =>
  ctx.db
    .selectFrom('tax_form')
    .select(['winner_id', 'first_name', 'last_name', 'number_kind', 'sealed_number', 'is_backup_withheld', 'address'])
    .select(['signed_as', 'signed_at'])
    .where('winner_id', 'in', [...winnerIds])
    .orderBy('signed_at', 'desc')
    .orderBy('winner_id')
    .execute()
type FormRow = Awaited<ReturnType<typeof formRows>>[number]

const formShown = ({ seals }: DataContext, row: FormRow): TaxForm => ({
  firstName: row.first_name,
  lastName: row.last_name,
  numberKind: row.number_kind as TaxNumberKind,
  number: seals.open(row.sealed_number, numberLabel(row.winner_id)),
  isBackupWithheld: row.is_backup_withheld,
  signedAs: row.signed_as,
  signedAt: row.signed_at.toISOString(),
})

/** A person with the prizes of a year. */
type Person = {
  name: string
  email: string
  prizes: { winnerId: string; title: string; valueCents: number }[]
  totalCents: number
  /** A form with the address to which it belongs: the prize's, or that of the signing once the account is erased. */
  signed: { form: FormRow; address: PrizeAddress } | null
}

/**
 * The persons whose accepted prizes of a calendar year (UTC) reach the amount from which they are reported, by name. An account is a
 * person, without one an e-mail address, and without both a sender of cards.
 */
async function reportedOf(ctx: DataContext, year: number): Promise<Person[]> {
  const rows = await ctx.db
    .selectFrom('winner')
    .select(['id', 'user_id', 'ship_to'])
    .where('answered_at', '>=', new Date(Date.UTC(year, 0)))
    .where('answered_at', '<', new Date(Date.UTC(year + 1, 0)))
    .where('ended_at', 'is', null)
    .orderBy('answered_at')
    .orderBy('id')
    .execute()
  const prizes = await readPrizes(ctx, rows)
  const sent =
    rows.length > 0
      ? await formRows(
          ctx,
          rows.map(({ id }) => id),
        )
      : []
  const forms = new Map(sent.map(form => [form.winner_id, form]))
  const groups = Map.groupBy(rows, ({ id, user_id }) => {
    const { email, senderId } = prizes.get(id)!
    return user_id ?? (email.toLowerCase() || senderId || id)
  })
  const people = [...groups.values()].map((won): Person => {
    const { name, email } = prizes.get(won.at(-1)!.id)!
    const form = won.map(({ id }) => forms.get(id)).findLast(form => form !== undefined)
    const address = won.findLast(row => row.ship_to !== null)?.ship_to ?? form?.address
    const theirs = won.map(({ id }) => {
      const { title, valueCents } = prizes.get(id)!
      return { winnerId: id, title, valueCents }
    })
    return {
      name: form ? `${form.first_name} ${form.last_name}` : name,
      email,
      prizes: theirs,
      totalCents: theirs.reduce((sum, { valueCents }) => sum + valueCents, 0),
      signed: form && address ? { form, address: address as unknown as PrizeAddress } : null,
    }
  })
  return people
    .filter(({ totalCents }) => totalCents >= reportedFromCents(year))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Whom the shop reports for a year, without numbers. */
export async function readTaxYear(ctx: Context, year: number): Promise<TaxYear> {
  const people = await reportedOf(ctx, year)
  return {
    year,
    reportedFrom: toDollars(reportedFromCents(year)),
    people: people.map(({ name, email, prizes, totalCents, signed }) => ({
      name,
      email,
      prizes: prizes.map(({ valueCents, ...prize }) => ({ ...prize, value: toDollars(valueCents) })),
      total: toDollars(totalCents),
      signedAt: signed?.form.signed_at.toISOString() ?? null,
    })),
  }
}

/**
 * The lines of the year's Form 1099-MISC file. The making is in the audit log.
 * @throws nothing_to_report; tax_forms_missing unless `leaveOutMissing`.
 */
export async function readMiscFile(ctx: Context, year: number, payer: MiscFileBody): Promise<string[]> {
  const people = await reportedOf(ctx, year)
  const missing = people.filter(({ signed }) => !signed).map(({ name }) => name)
  const ready = people.flatMap(({ signed, ...person }) => (signed ? [{ ...person, ...signed }] : []))
  if (missing.length > 0 && !payer.leaveOutMissing) throw refuse('tax_forms_missing', { names: missing.join(', ') })
  if (ready.length === 0) throw refuse('nothing_to_report')
  await transact(ctx, tx =>
    writeAuditLog(tx, {
      action: 'made the 1099-MISC file',
      subject: { type: 'tax-year', id: String(year), label: `Tax year ${year}` },
      after: { people: ready.length, leftOut: missing.length },
    }),
  )
  return [
    miscHeads(),
    ...ready.map(({ form, address, totalCents, prizes }) =>
      miscLine(year, payer, {
        form: formShown(ctx, form),
        address,
        totalCents,
        accountNumber: prizes[0]!.winnerId.replaceAll('-', '').slice(0, 20),
      }),
    ),
  ]
}
