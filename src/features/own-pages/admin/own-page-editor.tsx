import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { cleanRichText } from '#kernel/rich-text/clean-rich-text.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { RichTextField } from '#ui/rich-text/rich-text-field.tsx'
import type { EditorProps } from '#ui/staff-kit/list-page.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { NewOwnPage, NO_WORDS, OWN_PAGE, OwnPageChange } from '../contract.ts'
import { ownPagesChanged, ownPagesClient, readPage, type ShownPage } from './own-pages-client.ts'

/** A new page begins as a draft, so that a press says that it becomes public. */
const BLANK = { ...OWN_PAGE.blank, isDraft: true }

type FormState = typeof BLANK

const shownValue = (field: keyof FormState, values: FormState) =>
  field === 'body' ? <RichText nodes={cleanRichText(values.body).nodes} /> : OWN_PAGE.saidOf(field, values)

/** The form of a page. @param record null makes a new one. */
export function OwnPageEditor({ record, onClose }: EditorProps<ShownPage>) {
  const [isPreview, setPreview] = useState(false)
  const { current, text, errors, set, dialog } = useRecordEditor({
    name: 'page',
    record,
    formStateOf: stored => (stored ? OWN_PAGE.typedOf(stored) : BLANK),
    labels: OWN_PAGE.called,
    show: shownValue,
    bodies: [NewOwnPage, OwnPageChange],
    check: ({ current: { body } }, found) =>
      isVisible(cleanRichText(body).text) ? found : { ...found, body: NO_WORDS },
    create: (json, options) => call(ownPagesClient.$post({ json }, options)),
    change: ({ id, json }) => call(ownPagesClient[':id'].$patch({ param: { id }, json })),
    remove: id => call(ownPagesClient[':id'].$delete({ param: { id } })),
    refresh: ownPagesChanged,
    said: saved => `“${saved.title}” ${saved.isDraft ? 'is saved as a draft' : 'is public'}`,
    onClose,
    readNewer: () => readPage(record!.id),
  })
  const wasPublic = record !== null && !record.isDraft
  return (
    <EditorDialog
      {...dialog}
      title={record ? `Edit “${record.title}”` : 'New page'}
      saveLabel={current.isDraft ? 'Save draft' : wasPublic ? 'Save changes' : 'Publish'}
    >
      <TextField required autoComplete="off" {...OWN_PAGE.controlOf('title')} {...text('title')} />
      <TextField
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...OWN_PAGE.controlOf('slug')}
        hint={`The page stands at /pages/${current.slug || '…'}${wasPublic ? '. The former address leads to a new one.' : ''}`}
        {...text('slug')}
      />
      <RichTextField
        required
        label="Text"
        id="page-body"
        value={current.body}
        error={errors.body}
        onChange={body => set({ body })}
      />
      <CheckboxField
        id="page-isDraft"
        {...OWN_PAGE.controlOf('isDraft')}
        checked={current.isDraft}
        error={errors.isDraft}
        onChange={({ target }) => set({ isDraft: target.checked })}
      />
      <Button variant="secondary" icon="eye" className="self-start" onClick={() => setPreview(true)}>
        Preview
      </Button>
      {record && <AuditHistory type="page" id={record.id} />}
      {isPreview && <Preview title={current.title} body={current.body} onClose={() => setPreview(false)} />}
    </EditorDialog>
  )
}

type PreviewProps = { title: string; body: string; onClose: () => void }

/** The page as shoppers will see it: with what the server drops left out. */
const Preview = ({ title, body, onClose }: PreviewProps) => (
  <Dialog size="lg" onOpenChange={onClose} title="Preview">
    <h3 className="mb-6 text-3xl wrap-anywhere">{title || 'Without a title'}</h3>
    <RichText nodes={cleanRichText(body).nodes} />
  </Dialog>
)
