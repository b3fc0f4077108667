import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { official } from '../../../draws/admin/official-time.ts'
import { type GiveawayDraft, withStart } from './giveaway-draft.ts'

type GiveawayFieldsProps = {
  draft: GiveawayDraft
  errors: Record<string, string>
  onChange: (change: (draft: GiveawayDraft) => GiveawayDraft, field: keyof GiveawayDraft) => void
  /** Read-only fields. */
  fixed: readonly (keyof GiveawayDraft)[]
  /** The giveaway is not public yet, so staff can choose whether it stays a draft. */
  isDraftOffered: boolean
  /** When the announcements began to leave; null before that. The announcement checkboxes then have no effect. */
  announced: string | null
  /** A giveaway that is over is not announced. */
  isOver: boolean
  onUploading: (count: number) => void
}

const FLAGS = [
  ['sendPremiumEmails', 'E-mail members'],
  ['sendFreeUserEmails', 'E-mail free users'],
  ['sendPremiumSMS', 'Text members'],
  ['sendFreeUserSMS', 'Text free users'],
] as const

const UPLOADS = { allFailed: 'Giveaway image upload failed', someFailed: 'Some giveaway image uploads failed' }

/** The fields of a giveaway. `onChange` takes a function, because an upload can finish while staff type in other fields. */
export function GiveawayFields(props: GiveawayFieldsProps) {
  const { draft, errors, onChange, fixed } = props
  const { premium } = useSettings()
  const text = (
    field: 'title' | 'description' | 'value' | 'totalSlots' | 'entryLimit' | 'endDate' | 'earlyAccessDate',
  ) => ({
    id: `giveaway-${field}`,
    value: draft[field],
    error: errors[field],
    disabled: fixed.includes(field),
    onChange: (event: { target: { value: string } }) =>
      onChange(now => ({ ...now, [field]: event.target.value }), field),
  })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Title" required maxLength={120} className="sm:col-span-2" {...text('title')} />
      <div className="sm:col-span-2">
        <TextAreaField label="Description" required maxLength={5000} rows={4} {...text('description')} />
      </div>
      <SelectField
        label="Tier"
        options={TIERS.map(tier => ({ value: tier, label: tier }))}
        value={draft.tier}
        error={errors.tier}
        disabled={fixed.includes('tier')}
        onChange={event => onChange(now => ({ ...now, tier: event.target.value as Tier }), 'tier')}
      />
      <TextField label="Value in dollars" inputMode="numeric" {...text('value')} />
      <TextField label="Total slots" inputMode="numeric" {...text('totalSlots')} />
      <TextField
        label="Entry limit for each person"
        inputMode="numeric"
        hint="1 to 50; empty is 5"
        {...text('entryLimit')}
      />
      <TextField
        label="Start date"
        type="datetime-local"
        required
        id="giveaway-startDate"
        value={draft.startDate}
        error={errors.startDate}
        disabled={fixed.includes('startDate')}
        hint={official(draft.startDate)}
        onChange={event => onChange(now => withStart(now, event.target.value, premium.earlyAccessHours), 'startDate')}
      />
      <TextField
        label="End date"
        type="datetime-local"
        hint={official(draft.endDate) ?? 'Empty: open until it is sold out'}
        {...text('endDate')}
      />
      <TextField
        label="Early access date"
        type="datetime-local"
        hint={official(draft.earlyAccessDate)}
        {...text('earlyAccessDate')}
      />
      <Flags {...props} />
      <fieldset className="flex flex-col gap-3 sm:col-span-2">
        <legend className="mb-2 font-semibold">Images</legend>
        <PictureList
          path="/api/giveaways/images"
          pictures={draft.images}
          onChange={change => onChange(now => ({ ...now, images: change(now.images) }), 'images')}
          messages={UPLOADS}
          ratio="landscape"
          defaultAlt=""
          error={errors.images ?? errors.imageAlts}
          onUploading={props.onUploading}
        />
      </fieldset>
    </div>
  )
}

function Flags({ draft, onChange, isDraftOffered, announced, isOver }: GiveawayFieldsProps) {
  const box = (
    field: 'isDraft' | 'subscriptionVisibilityOnly' | (typeof FLAGS)[number][0],
    label: string,
    hint?: string,
  ) => (
    <CheckboxField
      key={field}
      label={label}
      hint={hint}
      checked={draft[field]}
      onChange={event => onChange(now => ({ ...now, [field]: event.target.checked }), field)}
    />
  )
  const canAnnounce = !announced && !isOver
  return (
    <div className="grid items-start gap-5 sm:col-span-2 sm:grid-cols-2">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 font-semibold">Who sees it</legend>
        {box('subscriptionVisibilityOnly', 'Only members see it')}
        {isDraftOffered && box('isDraft', 'Draft', 'Staff alone see it, until this is unticked and saved.')}
      </fieldset>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 font-semibold">Who is told</legend>
        {canAnnounce && FLAGS.map(([field, label]) => box(field, label))}
        <p className="text-muted text-sm">
          {announced
            ? `It was announced ${formatMoment(new Date(announced))}, and is announced once.`
            : isOver
              ? 'It is over, and was not announced.'
              : 'Once, 48 hours before the start, to those who want it; texts by day, and four a month at most.'}
        </p>
      </fieldset>
    </div>
  )
}
