import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { Button } from '#ui/buttons/button.tsx'
import { movedTo } from '#ui/editing/order-buttons.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FieldError } from '#ui/forms/field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { ClauseFields, focusNext } from './clause-fields.tsx'
import { clausesOf, type EditedClause, editedClauses, writtenOut } from './clause-form-state.ts'
import { FieldList } from './field-list.tsx'
import { legalClient, legalTextsChanged, type ShownPreview, type ShownTemplate } from './legal-client.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { ShippedChanges } from './shipped-changes.tsx'

type FormState = { clauses: EditedClause[] }
/** What a save does: it keeps a draft, or publishes what is typed, or the shipped text. */
type Act = 'draft' | 'publish' | 'shipped'
type LegalEditorProps = { template: ShownTemplate; onClose: () => void }

/** The form of a legal text. */
export function LegalEditor({ template, onClose }: LegalEditorProps) {
  const { kind, title } = template
  const act = useRef<Act>('draft')
  const [compared, setCompared] = useState<{ preview: ShownPreview; act: Act } | null>(null)
  const { current, errors, update, dialog } = useLegalEditor(template, act, onClose)
  // The pressed button is a screen below the problems, which scroll into view.
  const isFocusDue = useRef(false)
  useEffect(() => {
    if (!isFocusDue.current || Object.keys(errors).length === 0) return
    isFocusDue.current = false
    document.querySelector<HTMLElement>('#legal-form [role=alert] a')?.focus()
  }, [errors])
  const save = (next: Act) => {
    act.current = next
    setCompared(null)
    dialog.onSave()
  }
  const compare = useMutation({
    mutationFn: async (next: 'publish' | 'shipped') => {
      const clauses = next === 'shipped' ? null : clausesOf(current.clauses)
      return {
        act: next,
        preview: await call(legalClient[':kind'].preview.$post({ param: { kind }, json: { clauses } })),
      }
    },
    onSuccess: setCompared,
    // A draft is refused for the same problems, and the form shows them.
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') return toast.error(error.message)
      isFocusDue.current = true
      save('draft')
    },
  })
  return (
    <EditorDialog
      {...dialog}
      title={`Edit “${title}”`}
      saveLabel="Save draft"
      deletion={template.hasDraft ? deletionOf(template, onClose) : undefined}
      onSave={() => save('draft')}
    >
      <ShippedChanges template={template} isEdited={dialog.changed.length > 0} onKept={onClose} />
      <p className="text-muted text-sm">
        Marks: <code>**bold**</code> and <code>[words](/path)</code>. A field in braces shows the value of the settings.
      </p>
      <FieldList fields={template.fields} />
      <Clauses template={template} clauses={current.clauses} errors={errors} update={update} />
      <div className="flex flex-wrap gap-3">
        <Button
          icon="eye"
          busy={compare.isPending}
          disabled={Boolean(dialog.conflict)}
          onClick={() => compare.mutate('publish')}
        >
          Compare and publish
        </Button>
        {template.isOwn && (
          <Button
            variant="secondary"
            icon="undo"
            disabled={Boolean(dialog.conflict)}
            onClick={() => compare.mutate('shipped')}
          >
            Back to the shipped text
          </Button>
        )}
      </div>
      <AuditHistory type="legal-text" id={kind} />
      {compared && (
        <PublishDialog
          title={title}
          preview={compared.preview}
          onPublish={() => save(compared.act)}
          onClose={() => setCompared(null)}
        />
      )}
    </EditorDialog>
  )
}

function useLegalEditor(template: ShownTemplate, act: { current: Act }, onClose: () => void) {
  const { kind, title } = template
  const param = { kind }
  return useRecordEditor({
    name: 'legal',
    record: { ...template, id: kind },
    formStateOf: (stored: ShownTemplate | null): FormState => ({ clauses: editedClauses(stored!.clauses) }),
    labels: { clauses: 'Text' },
    show: (_, { clauses }) => writtenOut(clauses),
    changeOf: ({ clauses }) => ({ clauses: clausesOf(clauses) }),
    change: ({ json: { version, clauses } }) =>
      act.current === 'draft'
        ? call(legalClient[':kind'].$patch({ param, json: { version, clauses } }))
        : call(
            legalClient[':kind'].publish.$post({
              param,
              json: { version, clauses: act.current === 'shipped' ? null : clauses },
            }),
          ),
    refresh: legalTextsChanged,
    said: saved =>
      act.current === 'draft'
        ? `A draft of “${title}” is saved`
        : `“${title}” is in force as version ${saved.inForce?.version}`,
    onClose,
    readNewer: () => call(legalClient[':kind'].$get({ param })),
  })
}

/** Deletes the draft; the text in force stays. */
const deletionOf = ({ kind, version }: ShownTemplate, onClose: () => void) => ({
  label: 'Delete draft',
  async onDelete() {
    await call(legalClient[':kind'].$patch({ param: { kind }, json: { version, clauses: null } }))
    await legalTextsChanged()
    toast.success('The draft was deleted')
    onClose()
  },
})

type ClausesProps = {
  template: ShownTemplate
  clauses: readonly EditedClause[]
  errors: Record<string, string>
  update: (change: (now: FormState) => FormState, fields?: readonly string[]) => void
}

function Clauses({ template, clauses, errors, update }: ClausesProps) {
  const set = (change: (now: EditedClause[]) => EditedClause[], path: string) =>
    update(now => ({ clauses: change(now.clauses) }), [path])
  function add() {
    const block = { key: randomId(), kind: 'text' as const, text: '' }
    set(now => [...now, { key: randomId(), name: null, title: '', blocks: [block] }], 'clauses')
    focusNext(`legal-clauses.${clauses.length}.title`)
  }
  return (
    <div id="legal-clauses" tabIndex={-1} className="flex flex-col gap-4">
      <FieldError id="legal-clauses-error">{errors.clauses}</FieldError>
      {clauses.map((clause, at) => (
        <ClauseFields
          key={clause.key}
          clause={clause}
          at={at}
          count={clauses.length}
          template={template}
          errors={errors}
          onChange={(next, path) => set(now => now.with(at, next), path)}
          onMove={to => set(now => movedTo(now, at, to), 'clauses')}
          onRemove={() => set(now => now.toSpliced(at, 1), 'clauses')}
        />
      ))}
      <Button variant="secondary" icon="plus" className="self-start" onClick={add}>
        Clause
      </Button>
    </div>
  )
}
