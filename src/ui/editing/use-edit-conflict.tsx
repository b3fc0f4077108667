import { type ReactNode, useState } from 'react'
import { EditConflict } from './edit-conflict.tsx'
import { mergeEdits } from './merge-edits.ts'

/** Who saved the newer version and when, from the refusal or from that version. */
type Whose = { by?: string | undefined; at?: string | undefined }

type Options<T extends object> = {
  /** `opened` is the form when opened or after the last conflict; `draft` is the current input. */
  opened: T
  draft: T
  labels: Record<keyof T & string, string>
  /** Renders a value that `textOf` cannot. */
  show?: (field: keyof T & string, value: T) => ReactNode
  /** Receives the merged draft and, as the new `opened`, the newer version. The draft keeps both users' work. */
  onMerged: (draft: T, opened: T) => void
}

export type Conflict<T> = {
  /** Call after a `version_conflict` with the newer version in form shape. */
  meet: (theirs: T, whose?: Whose) => void
  /** For `<EditorDialog conflict={…}>`; null without a conflict. */
  panel: ReactNode
}

/** Merges concurrent edits of two staff users: see "Two who edit one thing" in the README of this folder. */
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

/** Formats texts, switches (Yes or No) and lists (with commas). The caller formats other values with `show`. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join(' ')
  return String(value)
}
