import { useState } from 'react'
import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import type { HomeSectionId } from '#kernel/storefront/home/home.ts'
import { OrderButtons } from '#ui/editing/order-buttons.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { HOME_RULES } from '../../home-rules.ts'
import type { HiddenAddresses } from '../hidden-note.tsx'
import type { SectionWords } from './home-form-state.ts'
import { WordFields } from './word-fields.tsx'

export type SectionFieldsProps = {
  id: HomeSectionId
  isShown: boolean
  words: SectionWords
  at: number
  count: number
  errors: FieldProblems
  /** Addresses that visitors do not see. */
  hidden: HiddenAddresses
  /** Receives a function, because an upload may end while words are typed. @param path of the changed field, whose problem goes. */
  onWords: (change: (now: SectionWords) => SectionWords, path: string) => void
  onUploading: (count: number) => void
  onShown: (isShown: boolean) => void
  onMove: (to: number) => void
}

/** A section in the form: its switch, its place, its words, and what is locked. */
export function SectionFields(props: SectionFieldsProps) {
  const { id, isShown, words, at, count, errors, hidden, onWords, onUploading, onShown, onMove } = props
  const { label, kept } = HOME_RULES[id]
  const [isOpen, setOpen] = useState(false)
  const path = `sections.${at}`
  const isRefused = Object.keys(errors).some(one => one.startsWith(`${path}.`))
  return (
    <li className="rounded-md border border-line p-4">
      <section aria-label={label} className="flex flex-col gap-2">
        <div className="flex items-start justify-between gap-3">
          <h3 className="text-xl">{label}</h3>
          {id !== 'hero' && (
            <span className="flex shrink-0">
              {/* The opening stays first. */}
              <OrderButtons list="home" name={label} at={at - 1} count={count - 1} onMove={to => onMove(to + 1)} />
            </span>
          )}
        </div>
        {kept === undefined ? (
          <CheckboxField
            id={`home-${path}.isShown`}
            label="Shown to visitors"
            checked={isShown}
            error={errors[`${path}.isShown`]}
            onChange={({ target }) => onShown(target.checked)}
          />
        ) : (
          <p className="text-muted text-sm">Always shown. {kept}</p>
        )}
        {/* Problems lie in it, and a link leads to each. It stays open when the last one is corrected. */}
        <details
          open={isOpen || isRefused}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          className="rounded-sm border border-line px-4"
        >
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-sm">
            {id === 'facts' ? `What is locked in “${label}”` : `Words of “${label}”`}
          </summary>
          {/* A closed fold has no fields, so that the dialog does not begin in a hidden one. */}
          {(isOpen || isRefused) && (
            <div className="flex flex-col gap-4 border-line border-t py-4">
              <WordFields
                id={id}
                path={path}
                words={words}
                errors={errors}
                hidden={hidden}
                onWords={onWords}
                onUploading={onUploading}
              />
              <LockedWords id={id} />
            </div>
          )}
        </details>
      </section>
    </li>
  )
}

/** What the shop says itself, and why. */
const LockedWords = ({ id }: { id: HomeSectionId }) => (
  <section aria-label={`Locked in ${HOME_RULES[id].label}`} className="rounded-sm bg-sunken p-3 text-sm">
    <h4 className="flex items-center gap-2 font-semibold">
      <Icon name="shield" size={16} />
      Locked
    </h4>
    <ul className="mt-1 flex flex-col gap-1">
      {HOME_RULES[id].locked.map(({ words, why }) => (
        <li key={words}>
          {words}. <span className="text-muted">{why}</span>
        </li>
      ))}
    </ul>
  </section>
)
