import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useSettings } from '#kernel/client/site.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type FieldProblem, FormError } from '#ui/forms/form-error.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { type AdminGiveaway, GiveawayInput, GiveawayPatch } from '../../admin-contract.ts'
import { adminClient, giveawaysChanged, useAdminGiveaway } from '../giveaways-admin-client.ts'
import { changeOf, draftOf, FIELD_NAMES, type GiveawayDraft, inputOf } from './giveaway-draft.ts'
import { GiveawayFields } from './giveaway-fields.tsx'

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
      saveLabel={giveaway ? 'Save changes' : 'Create giveaway'}
      busy={editor.dialog.busy || uploading > 0}
      onClose={onClose}
    >
      <FormError problems={problems}>{problems.length === 0 && editor.refusal}</FormError>
      {giveaway && mayChange && <Standing giveaway={giveaway} />}
      <fieldset disabled={!mayChange} className="contents">
        <GiveawayFields
          draft={editor.draft}
          errors={editor.errors}
          fixed={giveaway ? fixedOf(giveaway) : []}
          isDraftOffered={giveaway?.isDraft ?? true}
          announced={giveaway?.announcedAt ?? null}
          isOver={giveaway !== null && isOver(giveaway)}
          onUploading={setUploading}
          onChange={(change, field) => editor.update(change, [field])}
        />
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
    draftOf: (record: AdminGiveaway | null) => draftOf(record, new Date(), premium.earlyAccessHours),
    labels: FIELD_NAMES,
    show: inWords,
    check: ({ draft, opened }) => problemsOf(giveaway, draft, opened),
    send({ draft, opened, version }, sendOnce) {
      const { giveaways } = adminClient()
      if (giveaway) {
        const json = { ...changeOf(draft, opened), version: version! }
        return call(giveaways[':id'].$patch({ param: { id: giveaway.id }, json }))
      }
      const json = inputOf(draft)
      return sendOnce(json, options => call(giveaways.$post({ json }, options)))
    },
    async onSaved(_, { title }) {
      await giveawaysChanged()
      toast.success(giveaway ? `${title} was changed` : `${title} was created`)
      onClose()
    },
    readNewer() {
      return call(adminClient().admin.giveaways[':id'].$get({ param: { id: giveaway!.id } }))
    },
  })
}

const MOMENTS: readonly string[] = ['startDate', 'endDate', 'earlyAccessDate']

/** A field's value as display text. */
function inWords(field: keyof GiveawayDraft, draft: GiveawayDraft): string {
  const value = draft[field]
  if (field === 'value') return `$${draft.value}`
  if (field === 'images') return draft.images.map(({ alt }, at) => alt || `picture ${at + 1}`).join(', ')
  if (MOMENTS.includes(field)) return value ? formatMoment(new Date(String(value))) : 'when it is sold out'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

const isOver = ({ state }: AdminGiveaway) => state === 'closed' || state === 'drawn'

/** Fields that the API would refuse (`giveaway_closed`, `tier_fixed`, `start_fixed`) are read-only. */
function fixedOf(giveaway: AdminGiveaway): readonly (keyof GiveawayDraft)[] {
  if (isOver(giveaway)) return ['tier', 'totalSlots', 'entryLimit', 'startDate', 'endDate', 'earlyAccessDate']
  if (giveaway.entriesCount === 0) return []
  return new Date(giveaway.startDate) <= new Date() ? ['tier', 'startDate'] : ['tier']
}

/** Tells staff before editing which fields are fixed. */
function Standing({ giveaway }: { giveaway: AdminGiveaway }) {
  const { entriesCount } = giveaway
  if (isOver(giveaway))
    return (
      <Notice kind="info" title="This giveaway is closed">
        Its tier, slots, limit and times stand; words, images and value may still be put right.
      </Notice>
    )
  if (entriesCount > 0)
    return (
      <Notice kind="info" title={`${entriesCount === 1 ? '1 entry relies' : `${entriesCount} entries rely`} on it`}>
        Its tier stands, and its start once that has come; it keeps every slot that is taken, and cannot end in the
        past.
      </Notice>
    )
  return null
}

/** A message that two fields share appears once and links to the first. */
const withoutRepeats = (problems: readonly FieldProblem[]) =>
  problems.filter(({ message }, at) => problems.findIndex(other => other.message === message) === at)

/** Validates with the API's schema before sending; keeps the first problem of each field. */
function problemsOf(giveaway: AdminGiveaway | null, draft: GiveawayDraft, opened: GiveawayDraft): FieldProblems {
  if (!draft.startDate) return { startDate: 'Please fill in all required fields' }
  const result = giveaway ? GiveawayPatch.safeParse(changeOf(draft, opened)) : GiveawayInput.safeParse(inputOf(draft))
  if (result.success) return {}
  const found: FieldProblems = {}
  for (const { path, message } of result.error.issues) found[String(path[0])] ??= message
  return found
}
