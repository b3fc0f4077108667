import { type Kind, text } from '#kernel/fields/field-kinds.ts'
import { fieldTable } from '#kernel/fields/field-table.ts'
import { localOf } from '#kernel/values/clock/local-moment.ts'
import { Reason } from '#kernel/values/reason.ts'
import type { ListedPicture } from '#ui/picture-list/picture-row.tsx'
import type { AdminGiveaway, GiveawayInput, GiveawayPatch } from '../../../giveaway/admin-contract.ts'
import { NOTICE_FIELDS, PUBLIC_FIELDS } from '../../../giveaway/giveaway-fields.ts'
import { earlyAccessOf } from '../../../giveaway/rules.ts'

// An empty category becomes the tier, and the main picture is the first of the list.
const { category: _category, image: _image, imageAlts: _alts, ...asked } = PUBLIC_FIELDS

/** Pictures with their addresses and alternative texts. */
const images: Kind<string[], readonly ListedPicture[], string[]> = {
  ...PUBLIC_FIELDS.images,
  blank: [],
  typedOf: value => value.map(image => ({ image, src: `/files/${image.slice('s3:'.length)}`, alt: '' })),
  valueOf: typed => typed.map(({ image }) => image),
  said: typed => typed.map(({ alt }, at) => alt || `picture ${at + 1}`).join(', '),
}

/** The fields of the form: those of a giveaway, and the reason that only a change has. */
export const FORM = fieldTable({
  ...asked,
  images,
  ...NOTICE_FIELDS,
  rulesReason: { ...text('Reason for new rules', 500), input: Reason },
})

/** Form values: numbers and times as typed text, times in the browser's zone. */
export type GiveawayFormState = typeof FORM.blank

/** Form values of a giveaway, or the defaults of a new one. */
export function formStateOf(giveaway: AdminGiveaway | null, now: Date, earlyAccessHours = 48): GiveawayFormState {
  if (!giveaway) return withStart(FORM.blank, localOf(now), earlyAccessHours)
  const { ownEntryLimit: entryLimit, ownMinimumAge: minimumAge, imageAlts } = giveaway
  const current = FORM.typedOf({ ...giveaway, entryLimit, minimumAge, rulesReason: '' })
  return { ...current, images: current.images.map(picture => ({ ...picture, alt: imageAlts[picture.image] ?? '' })) }
}

/** A changed start moves early access to `hours` before the start; staff can change early access afterwards. */
export const withStart = (current: GiveawayFormState, startDate: string, hours: number): GiveawayFormState => ({
  ...current,
  startDate,
  earlyAccessDate: startDate ? localOf(earlyAccessOf(new Date(startDate), hours)) : current.earlyAccessDate,
})

/** The request body. A new giveaway begins as a draft, so that a press that says what becomes public publishes it. */
export function inputOf(current: GiveawayFormState): GiveawayInput {
  const { rulesReason: _reason, ...values } = FORM.valuesOf(current)
  const described = current.images.filter(({ alt }) => alt.trim())
  return {
    ...values,
    isDraft: true,
    imageAlts: Object.fromEntries(described.map(({ image, alt }) => [image, alt.trim()])),
  }
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
  if (now.startDate !== before.startDate) changed.push(['earlyAccessDate', now.earlyAccessDate])
  const rulesReason = current.rulesReason.trim()
  return { ...Object.fromEntries(changed), ...(rulesReason && { rulesReason }) }
}
