import { z } from 'zod'
import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { listAddresses } from '#features/identity/address-book/queries.server.ts'
import { correctProfile } from '#features/identity/profile/commands/correct-profile.server.ts'
import { dataSubjectOf, findProfile, isStillThere } from '#features/identity/user/queries.server.ts'
import { waitingOrders } from '#features/orders/order/address/commands/waiting-orders.server.ts'
import { listParcelsForTwo } from '#features/orders/order/address/queries/two-persons.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Fact, Proposed } from '#features/proposals/contract.ts'
import { listOpenPrizes, listUndecidedEntries } from '#features/winners/queries/open-prizes.server.ts'
import { requireAlso } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { addressInLine } from '#kernel/shipping/address-lines.ts'
import { requireAgreement } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transactAgain } from '#kernel/transaction.server.ts'
import { Refusal, refuse as refuseCommon } from '#platform/errors.ts'
import { type ActedOn, personIn, refuse, subjectOf, userToActOn } from '../access/acted-on.server.ts'
import { UserChange } from '../acts-contract.ts'

const Correction = UserChange.omit({ reason: true })
type Correction = z.infer<typeof Correction>

/** A correction of birth date or residence of an entrant, or of any detail of a winner whose prize is open. */
export const CORRECT_PERSON = defineProposalKind({
  name: 'correct_person',
  title: 'Correct the details of an entrant',
  // Written as checked, so that it is read without the conversions of the form.
  input: z.strictObject({ change: z.custom<Correction>() }),
  rights: ['people.change', 'entries.change'],
  voidAfter: ['person_not_found', 'version_conflict', 'not_found', 'address_not_found'],
  execute: async (tx, { subject, input, reason }) =>
    correctIn(tx, await personIn(tx, subject.id), input.change, reason),
})

/**
 * Changes the given fields of a person. The audit log names the changed fields and not their values.
 * @returns the proposal, where the change decides who may enter a giveaway or gets a prize and this takes two persons; else null.
 * @throws person_not_found, owner_only, version_conflict, Unauthorized, already_proposed, invalid_input for a person below the minimum age,
 * address_mismatch, address_not_found.
 */
export async function correctUser(ctx: Context, id: string, input: UserChange): Promise<Proposed | null> {
  const { reason, ...change } = input
  if (change.address) requireAgreement(change.address, change.addressConfirmed)
  const person = await userToActOn(ctx, id)
  return transactAgain(ctx, tx => correctIn(tx, person, change, reason)).catch(async (error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'version_conflict')) throw error
    throw refuseCommon('version_conflict', { ...error.details, ...(await readLastEditor(ctx, 'person', id)) })
  })
}

async function correctIn(tx: TransactionContext, person: ActedOn, change: Correction, reason: string) {
  const { userId } = person
  // The lock blocks new entries of the person until the commit, because a claim locks its user too.
  if (change.address) await waitingOrders.lock(tx, userId)
  if (!(await isStillThere(tx, userId, 'no key update'))) throw refuse('person_not_found')
  const before = await editable(tx, userId, change.addressId)
  const proposed = tx.proposal ? null : await proposeIfTwo(tx, person, { change, before, reason })
  if (proposed) return proposed
  const { birthday: birthDate, version, name, phone, address, addressId, addressConfirmed: isConfirmed } = change
  const corrected = { name, phone, birthDate, address, addressId, isConfirmed }
  await correctProfile(tx, { userId, change: corrected, version }, waitingOrders)
  await writeAuditLog(tx, {
    action: 'changed',
    subject: subjectOf(person),
    before,
    after: await editable(tx, userId, change.addressId),
    reason,
  })
  return null
}

type Asked = { change: Correction; before: Editable; reason: string }

/** The direct act on an entry, a prize or a paid parcel takes two persons, or the right to change entries. */
async function proposeIfTwo(
  tx: TransactionContext,
  person: ActedOn,
  { change, before, reason }: Asked,
): Promise<Proposed | null> {
  const changed = changedFields(change, before)
  if (changed.length === 0) return null
  const isWinner = (await listOpenPrizes(tx, dataSubjectOf(person))).length > 0
  const isOfDefault = change.address !== undefined && !before.savedAddress
  const undecided = decidesEntry(change, before) ? await listUndecidedEntries(tx, dataSubjectOf(person)) : []
  if (undecided.length > 0) requireAlso(tx, 'entries.change')
  const parcels = isOfDefault ? await listParcelsForTwo(tx, person.userId, { isWaiting: true }) : []
  if (!isWinner && parcels.length === 0 && !undecided.some(({ takesTwo }) => takesTwo)) return null
  return propose(tx, CORRECT_PERSON, {
    subject: subjectOf(person),
    people: [person.userId],
    input: { change },
    facts: [
      ...changed.map(([label, was, is]): Fact => ({ label, value: `${was} → ${is}`, isPrivate: true })),
      ...parcels.map(({ label }) => ({ label: 'Order that gets the address', value: label })),
    ],
    reason,
  })
}

/** True when birth date, or state or country of the default address change, because these decide who may enter and win. */
const decidesEntry = ({ birthday, address }: Correction, before: Editable): boolean =>
  (birthday !== undefined && birthday !== before.birthday) ||
  (address !== undefined &&
    !before.savedAddress &&
    (address.state !== before.address?.state || address.country !== (before.address?.country ?? 'US')))

/** The fields that differ: label, stored value, asked value. */
function changedFields(change: Correction, before: Editable): [string, string, string][] {
  const textsOf = (stored: Editable['address']) =>
    [stored && addressInLine(stored), change.address && addressInLine(change.address)] as const
  const pairs: [string, string | null | undefined, string | undefined][] = [
    ['Name', before.name, change.name],
    ['Phone', before.phone, change.phone],
    ['Birth date', before.birthday, change.birthday],
    before.savedAddress
      ? ['Address in the address book', ...textsOf(before.savedAddress)]
      : ['Address', ...textsOf(before.address)],
  ]
  return pairs.flatMap(([label, was, is]) => (is === undefined || is === was ? [] : [[label, was ?? 'none', is]]))
}

type Editable = Awaited<ReturnType<typeof editable>>

async function editable(ctx: DataContext, id: string, addressId: string | undefined) {
  const profile = await findProfile(ctx, id)
  const saved = addressId ? (await listAddresses(ctx, id)).find(entry => entry.id === addressId) : undefined
  return {
    name: profile?.name,
    phone: profile?.phone,
    birthday: profile?.birthDate,
    address: profile?.shippingAddress,
    smsConsent: profile?.smsConsent,
    /** The address that `addressId` names, unless it is the default. */
    savedAddress: saved && !saved.isDefault ? saved : undefined,
  }
}
