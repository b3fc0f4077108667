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
      aria-label="Somebody else saved a change"
      className="scroll-mt-5 rounded-sm border border-line border-l-3 border-l-warning bg-surface p-4"
    >
      <div role="alert" className="flex gap-3">
        <Icon name="warning" className="mt-0.5 text-warning" />
        <div className="min-w-0">
          <p className="font-semibold">
            {by ?? 'Somebody else'} saved a change while you were editing
            {at && <span className="font-normal text-muted"> · {formatMoment(new Date(at))}</span>}
          </p>
          <p className="text-sm">
            {fields.length > 0
              ? 'Both of you changed what stands below. Choose which to keep; nothing is saved yet.'
              : 'What you changed stands as you typed it. Go on from the newer version, then save.'}
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
          Go on with this
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
