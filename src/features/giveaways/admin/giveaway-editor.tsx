import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/audit-history.tsx'
import { useRight } from '#platform/client/rights.ts'
import { useSettings } from '#platform/client/site.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { type AdminGiveaway, GiveawayInput, GiveawayPatch } from '../admin-contract.ts'
import { changedNames, changeOf, draftOf, type GiveawayDraft, inputOf } from './giveaway-draft.ts'
import { GiveawayFields } from './giveaway-fields.tsx'
import { useAdminGiveaway } from './giveaways-admin-client.ts'
import { type Problems, useSaving } from './use-saving.ts'

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
  return (
    <Dialog open size="lg" title="Edit Giveaway" onOpenChange={onClose}>
      {read.isError ? (
        <FailedState busy={read.isFetching} onRetry={() => void read.refetch()}>
          {read.error.message}
        </FailedState>
      ) : (
        <SkeletonText lines={10} />
      )}
    </Dialog>
  )
}

function Form({ giveaway, onClose }: { giveaway: AdminGiveaway | null; onClose: () => void }) {
  const { premium } = useSettings()
  const [opened, setOpened] = useState(() => draftOf(giveaway, new Date(), premium.earlyAccessHours))
  const [draft, setDraft] = useState(opened)
  const [errors, setErrors] = useState<Problems>({})
  const [uploading, setUploading] = useState(0)
  const mayChange = useRight('giveaways.change')
  const saving = useSaving({ giveaway, draft, opened, setDraft, setOpened, onErrors: setErrors, onClose })

  function submit() {
    const found = problemsOf(giveaway, draft, opened)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.save()
  }
  const problems = summaryOf(errors)
  return (
    <EditorDialog
      title={!mayChange ? 'Giveaway' : giveaway ? 'Edit Giveaway' : 'Create New Giveaway'}
      readOnly={!mayChange}
      saveLabel={giveaway ? 'Save changes' : 'Create giveaway'}
      formId="giveaway-form"
      changed={changedNames(draft, opened)}
      isNew={!giveaway}
      busy={saving.isSaving || uploading > 0}
      conflict={saving.conflict}
      onSave={submit}
      onClose={onClose}
    >
      <FormError problems={problems}>{problems.length === 0 && saving.problem}</FormError>
      {giveaway && mayChange && <Standing giveaway={giveaway} />}
      <fieldset disabled={!mayChange} className="contents">
        <GiveawayFields
          draft={draft}
          errors={errors}
          fixed={giveaway ? fixedOf(giveaway) : []}
          isDraftOffered={giveaway?.isDraft ?? true}
          announced={giveaway?.announcedAt ?? null}
          isOver={giveaway !== null && isOver(giveaway)}
          onUploading={setUploading}
          onChange={(change, field) => {
            setDraft(change)
            setErrors(({ [field]: _gone, ...rest }) => rest)
          }}
        />
      </fieldset>
      {giveaway && <AuditHistory type="giveaway" id={giveaway.id} />}
    </EditorDialog>
  )
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

/** Problems of the form. A message that two fields share appears once and links to the first. */
const summaryOf = (errors: Problems) =>
  Object.entries(errors)
    .filter(([, message], at, all) => all.findIndex(([, other]) => other === message) === at)
    .map(([field, message]) => ({ field: `giveaway-${field}`, message }))

/** Validates with the API's schema before sending; keeps the first problem of each field. */
function problemsOf(giveaway: AdminGiveaway | null, draft: GiveawayDraft, opened: GiveawayDraft): Problems {
  if (!draft.startDate) return { startDate: 'Please fill in all required fields' }
  const result = giveaway ? GiveawayPatch.safeParse(changeOf(draft, opened)) : GiveawayInput.safeParse(inputOf(draft))
  if (result.success) return {}
  const found: Problems = {}
  for (const { path, message } of result.error.issues) found[String(path[0])] ??= message
  return found
}
