import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'

export type DisputedField = {
  name: string
  label: string
  /** The user's own value and the other user's saved value, formatted. */
  mine: ReactNode
  theirs: ReactNode
}

type EditConflictProps = {
  /** Who saved the newer version and when (ISO), if the server tells. */
  by?: string | undefined
  at?: string | undefined
  /** Fields that both users changed. Empty when the edits do not overlap: then there is nothing to choose. */
  fields: readonly DisputedField[]
  /** Labels of the fields that only the other user changed; their new values are taken over. */
  taken?: readonly string[]
  /**
   * Called when the user continues; undecided fields keep the user's input. The form then saves with the newer version.
   * @param theirs names of the fields that take the newer value; the others keep the user's input.
   */
  onSettle: (theirs: string[]) => void
}

type Side = 'mine' | 'theirs'

/** Resolves concurrent edits of two staff users. Shows both values of each disputed field, to choose by field or for all. */
export function EditConflict({ by, at, fields, taken = [], onSettle }: EditConflictProps) {
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const panel = useRef<HTMLElement>(null)
  // The panel is above a form that the user may have scrolled down to save.
  useEffect(() => {
    // Newer browsers return a promise here, which an effect must not return.
    void panel.current?.scrollIntoView({ block: 'start' })
  }, [])
  const sideOf = ({ name }: DisputedField) => choices[name] ?? 'mine'
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(fields.map(({ name }) => [name, side])))
  const theirs = fields.filter(field => sideOf(field) === 'theirs').map(({ name }) => name)
  return (
    <section
      ref={panel}
      aria-label="Someone else saved a change"
      className="scroll-mt-5 rounded-sm border border-line border-l-3 border-l-warning bg-surface p-4"
    >
      <div role="alert" className="flex gap-3">
        <Icon name="warning" className="mt-0.5 text-warning" />
        <div className="min-w-0">
          <p className="font-semibold">
            {by ?? 'Someone else'} saved a change while you were editing
            {at && <span className="font-normal text-muted"> · {formatMoment(new Date(at))}</span>}
          </p>
          <p className="text-sm">
            {fields.length > 0
              ? 'You both changed the fields below. Choose which version to keep; nothing is saved yet.'
              : 'Your changes are kept as you typed them. Continue from the newer version, then save.'}
          </p>
          {taken.length > 0 && <p className="text-muted text-sm">Taken over from them: {taken.join(', ')}.</p>}
        </div>
      </div>
      {fields.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-line border-y">
          {fields.map(field => (
            <Dispute
              key={field.name}
              field={field}
              side={sideOf(field)}
              onChoose={side => setChoices(now => ({ ...now, [field.name]: side }))}
            />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onSettle(theirs)}>
          Continue with this
        </Button>
        {fields.length > 1 && (
          <>
            <Button size="sm" variant="quiet" onClick={() => chooseAll('mine')}>
              Keep all of mine
            </Button>
            <Button size="sm" variant="quiet" onClick={() => chooseAll('theirs')}>
              Take all of theirs
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

type DisputeProps = { field: DisputedField; side: Side; onChoose: (side: Side) => void }

function Dispute({ field, side, onChoose }: DisputeProps) {
  const name = useId()
  const value = (of: Side, words: string) => (
    <label
      className={classNames(
        'flex min-h-11 cursor-pointer items-start gap-2.5 rounded-sm border px-3 py-2 text-sm transition-colors hover:border-ink',
        side === of ? 'border-signal bg-raised' : 'border-line-strong',
      )}
    >
      <input type="radio" name={name} className="mt-1" checked={side === of} onChange={() => onChoose(of)} />
      <span className="min-w-0">
        <span className="label-sm block text-muted">{words}</span>
        <span className="wrap-anywhere whitespace-pre-line">{field[of] || <em className="text-muted">empty</em>}</span>
      </span>
    </label>
  )
  return (
    <li className="py-3">
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1.5 font-semibold text-sm first-letter:uppercase">{field.label}</legend>
        {value('mine', 'Yours')}
        {value('theirs', 'Theirs')}
      </fieldset>
    </li>
  )
}

/** Who saved the newer version and when, from the refusal or from that version. */
type Whose = { by?: string | undefined; at?: string | undefined }

type Options<T extends object> = {
  /** `opened` is the form when opened or after the last conflict; `current` is the current input. */
  opened: T
  current: T
  labels: Record<keyof T & string, string>
  /** Renders a value that `textOf` cannot. */
  show?: (field: keyof T & string, value: T) => ReactNode
  /** Receives the merged input and, as the new `opened`, the newer version. The input keeps both users' work. */
  onMerged: (current: T, opened: T) => void
}

export type Conflict<T> = {
  /** Call after a `version_conflict` with the newer version in form shape. */
  meet: (theirs: T, whose?: Whose) => void
  /** For `<EditorDialog conflict={…}>`; null without a conflict. */
  panel: ReactNode
}

/** Merges concurrent edits of two staff users: see "Two who edit one thing" in the README of this folder. */
export function useEditConflict<T extends object>({
  opened,
  current,
  labels,
  show,
  onMerged,
}: Options<T>): Conflict<T> {
  const [newer, setNewer] = useState<{ theirs: T; whose: Whose } | null>(null)
  const meet = (theirs: T, whose: Whose = {}) => setNewer({ theirs, whose })
  if (!newer) return { meet, panel: null }
  const { theirs, whose } = newer
  const { merged, disputed, taken } = mergeEdits(opened, current, theirs)
  const inWords = show ?? ((field, value) => textOf(value[field]))
  function settle(names: string[]) {
    const chosen = Object.fromEntries(names.map(name => [name, theirs[name as keyof T]]))
    setNewer(null)
    onMerged({ ...merged, ...chosen }, theirs)
  }
  const panel = (
    <EditConflict
      {...whose}
      fields={disputed.map(name => ({
        name,
        label: labels[name],
        mine: inWords(name, current),
        theirs: inWords(name, theirs),
      }))}
      taken={taken.map(name => labels[name])}
      onSettle={settle}
    />
  )
  return { meet, panel }
}

/** Formats texts, switches (Yes or No) and lists (with commas). The caller formats other values with `show`. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return String(value)
}

/** Result of merging two edits of one object. */
type Merged<T> = {
  /** The other user's version with all own changes applied, also where both users changed a field. */
  merged: T
  /** Fields that both users changed to different values: the user must choose. */
  disputed: (keyof T & string)[]
  /** Fields that only the other user changed; already in `merged`. */
  taken: (keyof T & string)[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges two edits of one object, field by field.
 * @param opened the version that both users opened. @param mine the user's input. @param theirs the other user's saved version.
 */
export function mergeEdits<T extends object>(opened: T, mine: T, theirs: T): Merged<T> {
  const fields = Object.keys(mine) as (keyof T & string)[]
  const moved = fields.filter(field => !isSame(theirs[field], opened[field]))
  const changed = fields.filter(field => !isSame(mine[field], opened[field]))
  return {
    merged: { ...theirs, ...Object.fromEntries(changed.map(field => [field, mine[field]])) },
    disputed: moved.filter(field => changed.includes(field) && !isSame(mine[field], theirs[field])),
    taken: moved.filter(field => !changed.includes(field)),
  }
}
