import { type Region, STATES } from '#kernel/shipping/us-states.ts'
import { isoOf, localOf } from '#kernel/values/clock/local-moment.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import type { ListedPicture } from '#ui/picture-list/picture-row.tsx'
import type { AdminGiveaway, GiveawayInput, GiveawayPatch } from '../../../giveaway/admin-contract.ts'
import { statesInWords } from '../../../giveaway/eligibility/rules.ts'
import { earlyAccessOf } from '../../../giveaway/rules.ts'

/** An empty entry limit means 5. */
const DEFAULT_LIMIT = 5

/** Fields that the form holds as the API does, with the values of a new giveaway. */
const TEXTS = { title: '', description: '', tier: 'Bronze' } as const
const FLAGS = {
  subscriptionVisibilityOnly: false,
  sendPremiumEmails: false,
  sendFreeUserEmails: false,
  sendPremiumSMS: false,
  sendFreeUserSMS: false,
  isDraft: false,
}

type Same = Pick<AdminGiveaway, keyof typeof TEXTS | keyof typeof FLAGS>
export type Typed =
  | 'rulesReason'
  | 'value'
  | 'totalSlots'
  | 'entryLimit'
  | 'minimumAge'
  | 'startDate'
  | 'endDate'
  | 'earlyAccessDate'

/** Form values: numbers and times as typed text, times in the browser's zone. */
export type GiveawayFormState = Same &
  Record<Typed, string> & { images: readonly ListedPicture[]; eligibleStates: Region[] }

/** Form values of a giveaway, or the defaults of a new one. */
export function formStateOf(giveaway: AdminGiveaway | null, now: Date, earlyAccessHours = 48): GiveawayFormState {
  if (!giveaway)
    return {
      ...TEXTS,
      value: '0',
      totalSlots: '100',
      entryLimit: String(DEFAULT_LIMIT),
      minimumAge: '',
      rulesReason: '',
      eligibleStates: [...STATES],
      startDate: localOf(now),
      endDate: '',
      earlyAccessDate: localOf(earlyAccessOf(now, earlyAccessHours)),
      images: [],
      ...FLAGS,
    }
  return {
    ...pick(giveaway, TEXTS),
    value: String(giveaway.value),
    totalSlots: String(giveaway.totalSlots),
    entryLimit: giveaway.ownEntryLimit === null ? '' : String(giveaway.ownEntryLimit),
    minimumAge: String(giveaway.ownMinimumAge ?? ''),
    rulesReason: '',
    eligibleStates: giveaway.eligibleStates,
    startDate: localOf(new Date(giveaway.startDate)),
    endDate: giveaway.endDate ? localOf(new Date(giveaway.endDate)) : '',
    earlyAccessDate: localOf(new Date(giveaway.earlyAccessDate)),
    images: giveaway.images.map(image => ({
      image,
      src: `/files/${image.slice('s3:'.length)}`,
      alt: giveaway.imageAlts[image] ?? '',
    })),
    ...pick(giveaway, FLAGS),
  }
}

const pick = <T extends keyof AdminGiveaway>(giveaway: AdminGiveaway, fields: Record<T, unknown>) =>
  Object.fromEntries((Object.keys(fields) as T[]).map(name => [name, giveaway[name]])) as Pick<AdminGiveaway, T>

/** A changed start moves early access to `hours` before the start; staff can change early access afterwards. */
export const withStart = (current: GiveawayFormState, startDate: string, hours: number): GiveawayFormState => ({
  ...current,
  startDate,
  earlyAccessDate: startDate ? localOf(earlyAccessOf(new Date(startDate), hours)) : current.earlyAccessDate,
})

/** The request body. A text that is not a whole number becomes NaN, which the schema refuses. */
export function inputOf(current: GiveawayFormState): GiveawayInput {
  const { images, rulesReason: _reason, ...rest } = current
  return {
    ...rest,
    value: wholeOf(current.value, 0),
    totalSlots: wholeOf(current.totalSlots, 100),
    entryLimit: wholeOf(current.entryLimit, DEFAULT_LIMIT),
    minimumAge: wholeOf(current.minimumAge, null),
    startDate: isoOf(current.startDate),
    endDate: current.endDate ? isoOf(current.endDate) : null,
    earlyAccessDate: current.earlyAccessDate ? isoOf(current.earlyAccessDate) : undefined,
    images: images.map(({ image }) => image),
    imageAlts: Object.fromEntries(images.filter(({ alt }) => alt.trim()).map(({ image, alt }) => [image, alt.trim()])),
  }
}

/** A text that is not a whole number becomes NaN, which the schema refuses. */
function wholeOf<T extends number | null>(text: string, empty: T): T | number {
  const trimmed = text.trim()
  if (!trimmed) return empty
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** The patch with changed fields only, so that an edit does not touch the terms of a closed giveaway. */
export function changeOf(current: GiveawayFormState, opened: GiveawayFormState): GiveawayPatch {
  const [now, before] = [inputOf(current), inputOf(opened)]
  const changed = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof GiveawayInput]),
  )
  // Without a limit of its own the field was empty and the tier's limit counted; empty means 5 from now on.
  if (!opened.entryLimit && current.entryLimit) changed.push(['entryLimit', now.entryLimit])
  // The server also moves early access with the start unless the patch names early access.
  return {
    ...Object.fromEntries(
      now.startDate === before.startDate ? changed : [...changed, ['earlyAccessDate', now.earlyAccessDate]],
    ),
    ...(current.rulesReason.trim() && { rulesReason: current.rulesReason.trim() }),
  }
}

/** Labels of the form fields. */
export const FIELD_NAMES: Record<keyof GiveawayFormState, string> = {
  title: 'title',
  description: 'description',
  tier: 'tier',
  value: 'value',
  totalSlots: 'total slots',
  entryLimit: 'entry limit',
  minimumAge: 'minimum age',
  rulesReason: 'reason for new rules',
  eligibleStates: 'states',
  startDate: 'start date',
  endDate: 'end date',
  earlyAccessDate: 'early access date',
  images: 'images',
  subscriptionVisibilityOnly: 'who sees it',
  sendPremiumEmails: 'e-mails to members',
  sendFreeUserEmails: 'e-mails to free users',
  sendPremiumSMS: 'texts to members',
  sendFreeUserSMS: 'texts to free users',
  isDraft: 'draft',
}

const MOMENTS: readonly string[] = ['startDate', 'endDate', 'earlyAccessDate']

/** A field's value as display text. */
export function inWords(field: keyof GiveawayFormState, current: GiveawayFormState): string {
  const value = current[field]
  if (field === 'value') return `$${current.value}`
  if (field === 'eligibleStates') return statesInWords(current.eligibleStates)
  if (field === 'images') return current.images.map(({ alt }, at) => alt || `picture ${at + 1}`).join(', ')
  if (MOMENTS.includes(field)) return value ? formatMoment(new Date(String(value))) : 'when it is sold out'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
