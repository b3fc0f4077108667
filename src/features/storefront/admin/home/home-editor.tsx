import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { DEFAULT_HOME, type HomeSectionId } from '#kernel/storefront/home/home.ts'
import { HOME_FIELDS } from '#kernel/storefront/home/home-fields.ts'
import { Button } from '#ui/buttons/button.tsx'
import { movedTo } from '#ui/editing/order-buttons.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import { type AdminHome, HomeDraftBody } from '../../home-contract.ts'
import { homeChanged, storefrontClient } from '../storefront-client.ts'
import {
  formStateOf,
  HOME_LABELS,
  type HomeFormState,
  type SectionWords,
  saidOf,
  sectionsOf,
} from './home-form-state.ts'
import { SectionFields } from './section-fields.tsx'

const stateOf = (stored: AdminHome | null) => formStateOf(stored?.sections ?? DEFAULT_HOME)

const FIELDS = Object.entries(HOME_FIELDS)

/** The form of the home page's draft. */
export function HomeEditor({ stored, onClose }: { stored: AdminHome; onClose: () => void }) {
  const [uploads, setUploads] = useState(0)
  const { current, errors, update, set, dialog } = useRecordEditor({
    name: 'home',
    record: { id: 'home', ...stored },
    formStateOf: stateOf,
    labels: HOME_LABELS,
    show: saidOf,
    bodies: [HomeDraftBody, HomeDraftBody],
    check: (_, found) => (uploads > 0 ? { ...found, sections: 'Please wait until the picture is uploaded.' } : found),
    changeOf: (now: HomeFormState) => ({ sections: sectionsOf(now) }),
    change: ({ json }) => call(storefrontClient.home.$put({ json })),
    refresh: homeChanged,
    said: saved => (saved.hasDraft ? 'The draft is saved' : 'The draft equals the public home page'),
    onClose,
  })
  const setWords = (id: HomeSectionId, change: (now: SectionWords) => SectionWords, path: string) =>
    update(now => ({ ...now, [id]: change(now[id]) }), [path])
  // The place of a section is part of the path of its problems.
  const setOrder = (change: (now: HomeFormState['order']) => HomeFormState['order']) =>
    update(now => ({ ...now, order: change(now.order) }), ['sections'])
  return (
    <EditorDialog {...dialog} title="Edit home" saveLabel="Save draft">
      <p className="text-muted text-sm">
        A field in braces shows the value of the settings:{' '}
        {FIELDS.map(([name, { label }]) => `{${name}} ${label.toLowerCase()}`).join(', ')}.
      </p>
      <FieldError id="home-sections">{errors.sections}</FieldError>
      <ol className="flex flex-col gap-4">
        {current.order.map(({ id, isShown }, at) => (
          <SectionFields
            key={id}
            id={id}
            isShown={isShown}
            words={current[id]}
            at={at}
            count={current.order.length}
            errors={errors}
            hidden={stored.hidden}
            onWords={(change, path) => setWords(id, change, path)}
            onUploading={setUploads}
            onShown={shown => setOrder(now => now.map(row => (row.id === id ? { ...row, isShown: shown } : row)))}
            onMove={to => setOrder(now => movedTo(now, at, to))}
          />
        ))}
      </ol>
      <Button variant="secondary" icon="undo" className="self-start" onClick={() => set(formStateOf(DEFAULT_HOME))}>
        Use the shop’s own home page
      </Button>
    </EditorDialog>
  )
}
