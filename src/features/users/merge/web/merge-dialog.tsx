import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { KEPT_MS, PEOPLE, type ShownUser, usersChanged, usersClient } from '../../users-client.ts'
import type { MergePreview } from '../merge-contract.ts'

type MergeDialogProps = {
  person: ShownUser
  /** Called with the id of the account that stayed. */
  onMerged: (id: string) => void
  onClose: () => void
}

/** Merges two accounts of one person: staff find the other account, then see the effects and confirm. */
export function MergeDialog({ person, onMerged, onClose }: MergeDialogProps) {
  const [other, setOther] = useState<ShownUser>()
  if (other) {
    return (
      <ConfirmMerge
        one={person}
        other={other}
        onMerged={onMerged}
        onBack={() => setOther(undefined)}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      startsInField
      onOpenChange={onClose}
      title="Merge duplicate"
      description={
        <span className="wrap-anywhere">
          Find the other account of {person.name}. Nothing is merged before you confirm.
        </span>
      }
    >
      <FindUser except={person.id} onFound={setOther} />
    </Dialog>
  )
}

type FindUserProps = { /** Excluded user id. */ except: string; onFound: (person: ShownUser) => void }

/** Searches one person by name, email or phone. */
function FindUser({ except, onFound }: FindUserProps) {
  const [words, setWords] = useState('')
  const found = useQuery({
    queryKey: [PEOPLE, 'find', words.trim()],
    queryFn: () => call(usersClient.users.search.$get({ query: { q: words.trim(), limit: '10' } })),
    enabled: words.trim() !== '',
    staleTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
  const people = found.data?.users.filter(({ id }) => id !== except) ?? []
  return (
    <div className="flex min-h-64 flex-col gap-4">
      <SearchField label="Find the other account" hint="Name, email or phone" value={words} onChange={setWords} />
      {found.isError && <FailedState query={found} title="Failed to load all users for search" />}
      {found.isLoading && <SkeletonText lines={4} />}
      <div role="status">
        {words.trim() && found.isSuccess && people.length === 0 && (
          <p className="text-muted">No other account matches.</p>
        )}
      </div>
      {people.length > 0 && (
        <ul aria-label="Found users" className="divide-y divide-line border-line border-y">
          {people.map(person => (
            <li key={person.id}>
              <button
                type="button"
                className="flex w-full flex-wrap items-baseline justify-between gap-x-4 px-2 py-2.5 text-left transition-colors hover:bg-raised focus-visible:-outline-offset-2"
                onClick={() => onFound(person)}
              >
                <span className="min-w-0">
                  <span className="block font-semibold wrap-anywhere">{person.name}</span>
                  <span className="block text-muted text-sm wrap-anywhere">
                    {person.email} · {person.phone ?? 'no phone'}
                  </span>
                </span>
                <span className="text-muted text-sm">Joined {formatShopDay(person.joinDate, 'short')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type ConfirmMergeProps = {
  one: ShownUser
  other: ShownUser
  onMerged: (id: string) => void
  onBack: () => void
  onClose: () => void
}

/** Chooses the account that stays, shows the effects, and asks for the typed confirmation. */
function ConfirmMerge({ one, other, onMerged, onBack, onClose }: ConfirmMergeProps) {
  const [into, setInto] = useState(one)
  const [reason, setReason] = useState('')
  const [isDone, setDone] = useState(false)
  const from = into.id === one.id ? other : one
  const preview = useQuery({
    queryKey: [PEOPLE, 'merge', from.id, into.id],
    queryFn: () => call(usersClient.users.merge.preview.$post({ json: { from: from.id, into: into.id } })),
    // Always fetched again, because the preview must be true at the confirmation.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    enabled: !isDone,
  })
  const isForTwo = preview.data?.takesTwoPersons ?? false
  const isBlocked = (preview.data?.blockers.length ?? 0) > 0

  async function merge() {
    if (!preview.data || preview.isPlaceholderData || isBlocked)
      throw new Error('These two cannot be merged as they are.')
    const json = { from: from.id, into: into.id, reason: reasonIn(reason) }
    const merged = await reauthenticated(() => call(usersClient.users.merge.$post({ json })))
    setDone(true)
    if (isProposed(merged)) {
      await sayProposed(merged)
      return onClose()
    }
    toast.success(merged.message)
    onMerged(into.id)
    await usersChanged()
  }

  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Merge two accounts?"
      description="Everything moves from one account to the other, and the emptied account is closed. This cannot be undone."
      confirmLabel={isForTwo ? 'Propose' : 'Merge accounts'}
      busyLabel={isForTwo ? 'Proposing...' : 'Merging...'}
      danger
      typed={from.email}
      onConfirm={merge}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-semibold text-sm">Which one stays?</legend>
        {[one, other].map(person => (
          <label
            key={person.id}
            className="flex cursor-pointer items-start gap-3 rounded-sm border border-line-strong px-3 py-2 has-checked:border-signal has-checked:bg-raised"
          >
            <input
              type="radio"
              name="into"
              className="mt-1.5"
              checked={into.id === person.id}
              onChange={() => setInto(person)}
            />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{person.name}</span>
              <span className="block text-muted text-sm wrap-anywhere">{person.email}</span>
            </span>
          </label>
        ))}
        <button type="button" className="self-start py-1 text-sm underline underline-offset-3" onClick={onBack}>
          Choose another account
        </button>
      </fieldset>
      {preview.isError && <FormError>{preview.error.message}</FormError>}
      {preview.isPending && <SkeletonText lines={5} />}
      {preview.data && <MergeEffects preview={preview.data} isOld={preview.isPlaceholderData} />}
      <ReasonField label="Reason, for the record" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

const some = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** The effects of a merge and the reasons against it. @param isOld while the preview of the other direction loads. */
function MergeEffects({ preview, isOld }: { preview: MergePreview; isOld: boolean }) {
  const { blockers, from, into } = preview
  return (
    <section aria-label="What happens" aria-busy={isOld || undefined} className={isOld ? 'opacity-60' : undefined}>
      {blockers.length > 0 && (
        <Notice kind="danger" title="They cannot be merged as they are" live>
          <ul>
            {blockers.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {blockers.length === 0 && (
        <>
          {preview.takesTwoPersons && (
            <p className="mb-2 text-sm">
              Entries, unsent parcels or granted credits move that take two persons. Nothing is merged before another
              person confirms.
            </p>
          )}
          <p className="mb-2 text-sm wrap-anywhere">
            <strong>{from.email}</strong> is emptied and closed; <strong>{into.email}</strong> gets:
          </p>
          <Effects preview={preview} />
        </>
      )}
      {from.birthday !== into.birthday && (
        <p className="mt-2 text-sm text-warning">Their birthdays differ. Are they really one person?</p>
      )}
    </section>
  )
}

function Effects({ preview }: { preview: MergePreview }) {
  const { orders, credits, entries, pastEntries, membership, tickets, consents, address, referrals } = preview
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Effect name="Orders">{some(orders, 'order', 'orders')}</Effect>
      {credits.map(({ tier, from, into, together }) => (
        <Effect key={tier} name={<TierBadge tier={tier} plain />}>
          {into} + {from} = <strong>{together}</strong> credits
        </Effect>
      ))}
      {entries.map(({ giveawayId, giveaway, from, into, limit }) => (
        <Effect key={giveawayId} name="Entries">
          {giveaway}: {into} + {from} = <strong>{into + from}</strong>
          {limit !== null && ` of ${limit}`}
        </Effect>
      ))}
      {pastEntries > 0 && (
        <Effect name="Past entries">
          {pastEntries.toLocaleString('en-US')}; the lists of their draws stay as they are
        </Effect>
      )}
      <Effect name="Membership">
        {membership === null ? 'Neither' : membership === 'from' ? 'Goes over' : 'Stays as it is'}
      </Effect>
      <Effect name="Support">{some(tickets, 'ticket or inquiry', 'tickets and inquiries')}</Effect>
      <Effect name="Consents">
        {`SMS ${onOff(consents.sms)}, push ${onOff(consents.push)}, promotional email ${onOff(consents.promotionalEmails)}`}
      </Effect>
      <Effect name="Address">
        {address === null
          ? 'Neither'
          : `${address.source === 'from' ? 'Goes over' : 'Stays'}: ${address.address.line1}, ${address.address.city}`}
      </Effect>
      <Effect name="Referrals">
        {referrals.code ? `Code ${referrals.code} stays` : 'No code'}
        {referrals.moved > 0 && `; ${some(referrals.moved, 'person counts', 'people count')} for it from then on`}
      </Effect>
    </dl>
  )
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

const Effect = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
