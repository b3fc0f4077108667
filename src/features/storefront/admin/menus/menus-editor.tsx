import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useRevalidator } from 'react-router'
import { OWN_PAGES, ownPagesClient } from '#features/own-pages/admin/own-pages-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { DEFAULT_MENUS, type MenuEntry } from '#kernel/storefront/menus.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { movedTo, OrderButtons } from '#ui/editing/order-buttons.tsx'
import { FormSection } from '#ui/forms/form-section.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import {
  type AdminMenus,
  FOOTER_ENTRIES,
  HEADER_ENTRIES,
  MENU_ADDRESS_LENGTH,
  MENU_LABEL_LENGTH,
  MenusChange,
} from '../../contract.ts'
import { MENUS, storefrontClient } from '../storefront-client.ts'

type FormState = { header: MenuEntry[]; footer: MenuEntry[] }
const LABELS = { header: 'Header', footer: 'Footer' }

type Stored = Pick<AdminMenus, 'header' | 'footer' | 'version'>

const formStateOf = (stored: Stored | null): FormState => ({
  header: [...(stored?.header ?? [])],
  footer: [...(stored?.footer ?? [])],
})
const shownEntries = (field: keyof FormState, values: FormState) =>
  values[field].map(({ label, href }) => `${label} (${href})`).join(', ') || 'No entries'

/** The form of both menus. */
export function MenusEditor({ stored, onClose }: { stored: AdminMenus; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const addresses = useId()
  const { current, errors, update, set, dialog } = useRecordEditor({
    name: 'menus',
    record: { id: 'menus', ...stored },
    formStateOf,
    labels: LABELS,
    show: shownEntries,
    bodies: [MenusChange, MenusChange],
    change: ({ json }) => call(storefrontClient.menus.$patch({ json })),
    // The page around the form has the menus too.
    refresh: () => Promise.all([invalidate([MENUS]), revalidate()]),
    said: () => 'The menus are public',
    onClose,
  })
  const partOf = (name: keyof FormState) => ({
    name,
    entries: current[name],
    errors,
    addresses,
    onChange: (change: (now: MenuEntry[]) => MenuEntry[]) =>
      update(
        now => ({ ...now, [name]: change(now[name]) }),
        Object.keys(errors).filter(path => path.startsWith(name)),
      ),
  })
  return (
    <EditorDialog {...dialog} title="Edit menus" saveLabel="Save and publish">
      <FormSection title="Header">
        <EntryRows {...partOf('header')} most={HEADER_ENTRIES} />
      </FormSection>
      <FormSection title="Footer">
        <EntryRows {...partOf('footer')} most={FOOTER_ENTRIES} />
      </FormSection>
      <Button
        variant="secondary"
        icon="undo"
        className="self-start"
        onClick={() => set({ header: [...DEFAULT_MENUS.header], footer: [...DEFAULT_MENUS.footer] })}
      >
        Use the shop’s own menus
      </Button>
      <Addresses id={addresses} />
    </EditorDialog>
  )
}

type EntryRowsProps = {
  name: keyof FormState
  entries: readonly MenuEntry[]
  errors: FieldProblems
  addresses: string
  most: number
  onChange: (change: (now: MenuEntry[]) => MenuEntry[]) => void
}

function EntryRows({ name, entries, errors, addresses, most, onChange }: EntryRowsProps) {
  const setEntry = (at: number, values: Partial<MenuEntry>) =>
    onChange(now => now.map((entry, place) => (place === at ? { ...entry, ...values } : entry)))
  return (
    <>
      <ol className="flex flex-col gap-4">
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place; its words change while they are typed.
          <li key={at} className="grid items-start gap-3 sm:grid-cols-[1fr_1.4fr_auto]">
            <TextField
              required
              label="Words"
              id={`menus-${name}.${at}.label`}
              autoComplete="off"
              maxLength={MENU_LABEL_LENGTH}
              value={entry.label}
              error={errors[`${name}.${at}.label`]}
              onChange={({ target }) => setEntry(at, { label: target.value })}
            />
            <TextField
              required
              label="Leads to"
              id={`menus-${name}.${at}.href`}
              list={addresses}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MENU_ADDRESS_LENGTH}
              value={entry.href}
              error={errors[`${name}.${at}.href`]}
              onChange={({ target }) => setEntry(at, { href: target.value })}
            />
            <div className="flex sm:pt-7">
              <OrderButtons
                list={`menus-${name}`}
                name={entry.label || `entry ${at + 1}`}
                at={at}
                count={entries.length}
                onMove={to => onChange(now => movedTo(now, at, to))}
              />
              <IconButton
                icon="trash"
                label={`Remove: ${entry.label || `entry ${at + 1}`}`}
                onClick={() => onChange(now => now.filter((_, place) => place !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      {errors[name] && (
        <p id={`menus-${name}`} role="alert" className="text-danger text-sm">
          {errors[name]}
        </p>
      )}
      <Button
        variant="secondary"
        icon="plus"
        size="sm"
        className="self-start"
        disabled={entries.length >= most}
        onClick={() => onChange(now => [...now, { label: '', href: '' }])}
      >
        {entries.length >= most ? `The ${name} is full` : `Add an entry to the ${name}`}
      </Button>
    </>
  )
}

const PLACES = [...DEFAULT_MENUS.header, ...DEFAULT_MENUS.footer, { label: 'Winners', href: '/winners' }]

/** The addresses that a field offers: the shop's places, and the pages of staff. */
function Addresses({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: [OWN_PAGES, 'addresses'],
    queryFn: () => call(ownPagesClient.$get({ query: { limit: '100' } })),
  })
  const pages = (data?.pages ?? []).map(({ slug, title }) => ({ href: `/pages/${slug}`, label: title }))
  const offered = new Map([...PLACES, ...pages].map(({ href, label }) => [href, label]))
  return (
    <datalist id={id}>
      {[...offered].map(([href, label]) => (
        <option key={href} value={href}>
          {label}
        </option>
      ))}
    </datalist>
  )
}
