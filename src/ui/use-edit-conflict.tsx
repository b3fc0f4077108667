import { type ReactNode, useState } from 'react'
import { EditConflict } from './edit-conflict.tsx'
import { mergeEdits } from './merge-edits.ts'

/** Who saved meanwhile and when, as the refusal or the newer version says it. */
type Whose = { by?: string | undefined; at?: string | undefined }

type Options<T extends object> = {
  /** The form as it was opened, or as the last conflict left it; and as it is typed now. */
  opened: T
  draft: T
  labels: Record<keyof T & string, string>
  /** A value in words, where its own text is none. */
  show?: (field: keyof T & string, value: T) => ReactNode
  /** The form goes on with these: what was opened is now the newer version, and the draft keeps everybody's work. */
  onMerged: (draft: T, opened: T) => void
}

export type Conflict<T> = {
  /** Call it with the newer version as a form, when saving was refused with `version_conflict` and it was read anew. */
  meet: (theirs: T, whose?: Whose) => void
  /** For `<EditorDialog conflict={…}>`; null while there is none. */
  panel: ReactNode
}

/** What an editor needs to let two of the staff edit one thing: see "Two who edit one thing" in the README of this folder. */
export function useEditConflict<T extends object>({ opened, draft, labels, show, onMerged }: Options<T>): Conflict<T> {
  const [newer, setNewer] = useState<{ theirs: T; whose: Whose } | null>(null)
  const meet = (theirs: T, whose: Whose = {}) => setNewer({ theirs, whose })
  if (!newer) return { meet, panel: null }
  const { theirs, whose } = newer
  const { merged, disputed, taken } = mergeEdits(opened, draft, theirs)
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
        mine: inWords(name, draft),
        theirs: inWords(name, theirs),
      }))}
      taken={taken.map(name => labels[name])}
      onSettle={settle}
    />
  )
  return { meet, panel }
}

/** Texts as they are, switches as words, lists with commas; of anything else the caller says what it reads like. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return String(value)
}
