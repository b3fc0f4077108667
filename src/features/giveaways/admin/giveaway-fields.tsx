import { useSettings } from '#platform/client/site.ts'
import { TIERS, type Tier } from '#platform/tiers.ts'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { formatMoment } from '#ui/format-moment.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextAreaField } from '#ui/text-area-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type GiveawayDraft, withStart } from './giveaway-draft.ts'
import { ImageUploads } from './image-uploads.tsx'

type GiveawayFieldsProps = {
  draft: GiveawayDraft
  errors: Record<string, string>
  onChange: (change: (draft: GiveawayDraft) => GiveawayDraft, field: keyof GiveawayDraft) => void
}

const FLAGS = [
  ['subscriptionVisibilityOnly', 'Only members see it'],
  ['sendPremiumEmails', 'E-mail members'],
  ['sendFreeUserEmails', 'E-mail free users'],
  ['sendPremiumSMS', 'Text members'],
  ['sendFreeUserSMS', 'Text free users'],
] as const

/** A typed time in the official zone, so that nobody closes a giveaway an hour off. */
const official = (local: string) => (local ? `Official time: ${formatMoment(new Date(local))}` : undefined)

export function GiveawayFields({ draft, errors, onChange }: GiveawayFieldsProps) {
  const { premium } = useSettings()
  const text = (
    field: 'title' | 'description' | 'value' | 'totalSlots' | 'entryLimit' | 'endDate' | 'earlyAccessDate',
  ) => ({
    id: `giveaway-${field}`,
    value: draft[field],
    error: errors[field],
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
      <fieldset className="flex flex-col gap-1 sm:col-span-2">
        <legend className="mb-2 font-semibold">Who sees it and who is told</legend>
        {FLAGS.map(([field, label]) => (
          <CheckboxField
            key={field}
            label={label}
            checked={draft[field]}
            onChange={event => onChange(now => ({ ...now, [field]: event.target.checked }), field)}
          />
        ))}
      </fieldset>
      <div className="sm:col-span-2">
        <ImageUploads
          images={draft.images}
          onChange={change => onChange(now => ({ ...now, images: change(now.images) }), 'images')}
        />
      </div>
    </div>
  )
}
