import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { SMS_A_MONTH } from '#features/notifications/rules.ts'
import { OpenProposals } from '#features/proposals/admin/open-proposals.tsx'
import { isProposed, proposalsChanged } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import type { FieldProblem } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { StateFields } from '../../../eligibility/admin/eligibility-fields.tsx'
import {
  adminClient,
  giveawaysChanged,
  official,
  useAdminGiveaway,
} from '../../../giveaway/admin/giveaways-admin-client.ts'
import { type AdminGiveaway, GiveawayInput, GiveawayPatch } from '../../../giveaway/admin-contract.ts'
import { type NOTICE_FIELDS, NOTICES, REQUIRED } from '../../../giveaway/giveaway-fields.ts'
import { ANNOUNCED_HOURS } from '../../../giveaway/rules.ts'
import { fixedFields, isSealed } from '../../fixed-fields.ts'
import { changeOf, FORM, formStateOf, type GiveawayFormState, inputOf, withStart } from './giveaway-form-state.ts'
import { valueHint } from './value-hint.ts'

type GiveawayEditorProps = {
  /** Null for a new giveaway. */
  id: string | null
  onClose: () => void
}

/** The Create New Giveaway and Edit Giveaway forms, shown after loading. Unsaved input is protected against accidental closing. */
export function GiveawayEditor({ id, onClose }: GiveawayEditorProps) {
  return id === null ? <Form giveaway={null} onClose={onClose} /> : <EditorOf id={id} onClose={onClose} />
}

function EditorOf({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useAdminGiveaway(id)
  // The form keeps the version that it opened with; saving reports a concurrent change.
  if (read.data) return <Form giveaway={read.data} onClose={onClose} />
  return <LoadingDialog title="Edit Giveaway" lines={10} read={read} onClose={onClose} />
}

function Form({ giveaway, onClose }: { giveaway: AdminGiveaway | null; onClose: () => void }) {
  const [uploading, setUploading] = useState(0)
  const mayChange = useRight('giveaways.change')
  const editor = useGiveawayEditor(giveaway, onClose)
  const problems = withoutRepeats(editor.problems)
  return (
    <EditorDialog
      {...editor.dialog}
      title={!mayChange ? 'Giveaway' : giveaway ? 'Edit Giveaway' : 'Create New Giveaway'}
      readOnly={!mayChange}
      saveLabel={giveaway ? 'Save changes' : 'Save draft'}
      busy={editor.dialog.busy || uploading > 0}
      problems={problems}
      refusal={problems.length === 0 && editor.refusal}
    >
      {giveaway && mayChange && <Standing giveaway={giveaway} />}
      {giveaway && <OpenProposals subjectType="giveaway" subjectId={giveaway.id} />}
      <fieldset disabled={!mayChange} className="contents">
        <GiveawayFields giveaway={giveaway} editor={editor} onUploading={setUploading} />
      </fieldset>
      {giveaway && <AuditHistory type="giveaway" id={giveaway.id} />}
    </EditorDialog>
  )
}

function useGiveawayEditor(giveaway: AdminGiveaway | null, onClose: () => void) {
  const { premium } = useSettings()
  return useRecordEditor({
    name: 'giveaway',
    record: giveaway,
    formStateOf: (record: AdminGiveaway | null) => formStateOf(record, new Date(), premium.earlyAccessHours),
    labels: FORM.called,
    show: FORM.saidOf,
    bodies: [GiveawayInput, GiveawayPatch],
    check: ({ current }, found) => (current.startDate ? found : { startDate: REQUIRED }),
    inputOf,
    changeOf,
    create: (json, options) => call(adminClient().giveaways.$post({ json }, options)),
    change: ({ id, json }) => call(adminClient().giveaways[':id'].$patch({ param: { id }, json })),
    refresh: () => Promise.all([giveawaysChanged(), proposalsChanged()]),
    said: (saved, { title }) =>
      isProposed(saved)
        ? `Proposed. ${saved.message}`
        : giveaway
          ? `${title} was changed`
          : `${title} is saved as a draft`,
    onClose,
    readNewer() {
      return call(adminClient().admin.giveaways[':id'].$get({ param: { id: giveaway!.id } }))
    },
  })
}

const isOver = ({ state }: AdminGiveaway) => state === 'closed' || state === 'drawn'

/** Tells staff before editing which fields are fixed. */
function Standing({ giveaway }: { giveaway: AdminGiveaway }) {
  const { entriesCount } = giveaway
  if (isSealed(giveaway))
    return (
      <Notice kind="info" title="The list of this giveaway is sealed">
        Its terms and its prize stand as entrants saw them; only pictures may still be put right.
      </Notice>
    )
  if (isOver(giveaway))
    return (
      <Notice kind="info" title="This giveaway is closed">
        Its tier, slots, limit and times stand; words, images and value may still be put right.
      </Notice>
    )
  if (entriesCount > 0)
    return (
      <Notice kind="info" title={`${entriesCount === 1 ? '1 entry relies' : `${entriesCount} entries rely`} on it`}>
        Its tier, slots, limit and start stand, because the log of the draw names them; it cannot end in the past.
      </Notice>
    )
  return null
}

/** A message that two fields share appears once and links to the first. */
const withoutRepeats = (problems: readonly FieldProblem[]) =>
  problems.filter(({ message }, at) => problems.findIndex(other => other.message === message) === at)

const UPLOADS = { allFailed: 'Giveaway image upload failed', someFailed: 'Some giveaway image uploads failed' }

type FieldsProps = { giveaway: AdminGiveaway | null; editor: ReturnType<typeof useGiveawayEditor> }

/** The fields of a giveaway. `editor.update` takes a function, because an upload can finish while staff type in other fields. */
function GiveawayFields({ giveaway, editor, onUploading }: FieldsProps & { onUploading: (count: number) => void }) {
  const { current, errors, update } = editor
  const { premium, minimumAge } = useSettings()
  const fixed: readonly (keyof GiveawayFormState)[] = giveaway ? fixedFields(giveaway) : []
  const text = (field: Parameters<typeof editor.text>[0]) => ({
    ...FORM.controlOf(field),
    ...editor.text(field),
    disabled: fixed.includes(field),
  })
  const moment = (field: 'startDate' | 'endDate' | 'earlyAccessDate') => ({
    type: 'datetime-local',
    ...text(field),
    hint: official(current[field]) ?? text(field).hint,
  })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField required className="sm:col-span-2" {...text('title')} />
      <div className="sm:col-span-2">
        <TextAreaField required rows={4} {...text('description')} />
      </div>
      <SelectField
        label={FORM.labels.tier}
        options={TIERS.map(tier => ({ value: tier, label: tier }))}
        value={current.tier}
        error={errors.tier}
        disabled={fixed.includes('tier')}
        onChange={event => update(now => ({ ...now, tier: event.target.value as Tier }), ['tier'])}
      />
      <TextField {...text('value')} hint={valueHint(giveaway)} />
      <TextField {...text('totalSlots')} />
      <TextField {...text('entryLimit')} />
      <TextField {...text('minimumAge')} hint={`21 to 99; empty is ${minimumAge}`} />
      <TextField
        {...moment('startDate')}
        required
        onChange={event => update(now => withStart(now, event.target.value, premium.earlyAccessHours), ['startDate'])}
      />
      <TextField {...moment('endDate')} />
      <TextField {...moment('earlyAccessDate')} />
      <StateFields
        states={current.eligibleStates}
        error={errors.eligibleStates}
        disabled={fixed.includes('eligibleStates')}
        onChange={eligibleStates => update(now => ({ ...now, eligibleStates }), ['eligibleStates'])}
      />
      {giveaway && !giveaway.isDraft && !giveaway.frozenAt && (
        <div className="sm:col-span-2">
          <ReasonField
            id="giveaway-rulesReason"
            optional
            label={FORM.labels.rulesReason}
            hint="Once entrants accepted the official rules, or an authority has them, a change of what they say needs a reason, which their page shows."
            value={current.rulesReason}
            error={errors.rulesReason}
            onChange={rulesReason => update(now => ({ ...now, rulesReason }), ['rulesReason'])}
          />
        </div>
      )}
      <Flags giveaway={giveaway} editor={editor} />
      <fieldset className="flex flex-col gap-3 sm:col-span-2">
        <legend className="mb-2 font-semibold">Images</legend>
        <PictureList
          path="/api/giveaways/images"
          pictures={current.images}
          onChange={change => update(now => ({ ...now, images: change(now.images) }), ['images'])}
          messages={UPLOADS}
          ratio="landscape"
          defaultAlt=""
          error={errors.images ?? errors.imageAlts}
          onUploading={onUploading}
        />
      </fieldset>
    </div>
  )
}

function Flags({ giveaway, editor }: FieldsProps) {
  /** The announcements leave once; the checkboxes then have no effect. */
  const announced = giveaway?.announcedAt
  const isPast = giveaway !== null && isOver(giveaway)
  const box = (field: keyof typeof NOTICE_FIELDS | 'subscriptionVisibilityOnly') => (
    <CheckboxField
      key={field}
      label={FORM.labels[field]}
      hint={FORM.controlOf(field).hint}
      checked={editor.current[field]}
      onChange={event => editor.update(now => ({ ...now, [field]: event.target.checked }), [field])}
    />
  )
  return (
    <div className="grid items-start gap-5 sm:col-span-2 sm:grid-cols-2">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 font-semibold">Who sees it</legend>
        {box('subscriptionVisibilityOnly')}
      </fieldset>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2 font-semibold">Who is told</legend>
        {!announced && !isPast && NOTICES.names.map(box)}
        <p className="text-muted text-sm">
          {announced
            ? `It was announced ${formatMoment(new Date(announced))}, and is announced once.`
            : isPast
              ? 'It is over, and was not announced.'
              : `Once, ${ANNOUNCED_HOURS} hours before the start, to those who want it; texts by day, and ${SMS_A_MONTH} a month at most.`}
        </p>
      </fieldset>
    </div>
  )
}
