import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { type FieldProblems, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { type IdempotentSend, useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useEditConflict } from '../editing/edit-conflict.tsx'
import { changedFields, edited, merged, openDraft, outdated, type RecordDraft } from './record-draft.ts'

type Versioned = { version: number }
type Whose = { by?: string | undefined; at?: string | undefined }
type Form<T extends object> = Pick<RecordDraft<T>, 'draft' | 'opened' | 'version'>

type Options<Draft extends object, Stored extends Versioned, Saved> = {
  /** Prefix of the form's ids: `product` for `product-form` and `product-price`. */
  name: string
  /** Null makes a new one. */
  record: Stored | null
  draftOf: (record: Stored | null) => Draft
  labels: Record<keyof Draft & string, string>
  /** Renders a value that is not text, for the choice between two edits. */
  show?: (field: keyof Draft & string, draft: Draft) => ReactNode
  /** Paths in the API of fields that have another name there. */
  paths?: Partial<Record<keyof Draft & string, string>>
  /** Finds problems before sending, by path. */
  check?: (form: Form<Draft>) => FieldProblems
  /** @param sendOnce for a write without a version: a repeat after a lost answer happens once. */
  send: (form: Form<Draft>, sendOnce: IdempotentSend) => Promise<Saved>
  onSaved: (saved: Saved, draft: Draft) => unknown
  /** Converts problems of the API to those of the form. */
  problemsOf?: (error: unknown) => FieldProblems
  onRefused?: (error: Error) => void
  /** Reads the record after a version conflict. @param details of the refusal. */
  readNewer: (details: Record<string, unknown>) => Stored | Promise<Stored>
  /** Who saved the newer version; default: from the refusal. */
  whose?: (newer: Stored) => Whose
}

type TextsOf<T extends object> = { [Name in keyof T & string]: T[Name] extends string ? Name : never }[keyof T & string]

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'version_conflict'

/**
 * The form of one record: typed values, changed fields, problems, and saving with merging of concurrent edits.
 * @returns values for the fields, and `dialog` for `<EditorDialog>`.
 */
export function useRecordEditor<Draft extends object, Stored extends Versioned, Saved>(
  options: Options<Draft, Stored, Saved>,
) {
  const { name, record, draftOf, labels, show, paths, send, check, readNewer, problemsOf = problemsOfAnswer } = options
  const [state, setState] = useState(() => openDraft(draftOf(record), record?.version))
  const { draft, opened, errors } = state
  const sendOnce = useIdempotentSend()
  const isSending = useRef(false)
  const conflict = useEditConflict<Draft>({
    opened,
    draft,
    labels,
    ...(show && { show }),
    onMerged: (mine, newer) => setState(now => merged(now, mine, newer)),
  })
  const setErrors = (found: FieldProblems) => setState(now => ({ ...now, errors: found }))
  const saving = useMutation({
    mutationFn: () => send(state, sendOnce),
    onSuccess: saved => options.onSaved(saved, draft),
    async onError(error) {
      if (!isConflict(error)) {
        setErrors(problemsOf(error))
        return options.onRefused?.(error)
      }
      const newer = await readNewer(error.details)
      setState(now => outdated(now, newer.version))
      conflict.meet(draftOf(newer), options.whose?.(newer) ?? (error.details as Whose))
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  /**
   * Changes the draft by its current value, which may be newer than the rendered one. Keeps its identity, so that memoised parts of a large
   * form do not render at each change. @param fields whose errors it clears, or paths of the API.
   */
  const update = useCallback(
    (change: (now: Draft) => Draft, fields: readonly string[] = []) => {
      const cleared = fields.map(field => paths?.[field as keyof Draft & string] ?? field)
      setState(now => edited(now, change, cleared))
    },
    [paths],
  )
  function save() {
    const found = check?.(state) ?? {}
    setErrors(found)
    if (Object.keys(found).length > 0 || isSending.current) return
    // The state of the mutation is rendered too late for a second click in the same moment.
    isSending.current = true
    saving.mutate()
  }
  return {
    draft,
    errors,
    update,
    set: (fields: Partial<Draft>) =>
      update(now => ({ ...now, ...fields }), Object.keys(fields) as (keyof Draft & string)[]),
    /** Props of a text field that shows one text of the draft. */
    text: (field: TextsOf<Draft>) => ({
      value: draft[field] as string,
      error: errors[paths?.[field] ?? field],
      onChange: ({ target }: { target: { value: string } }) =>
        update(now => ({ ...now, [field]: target.value }), [field]),
    }),
    /** For `<FormError>`: the refusal, and the problems with links to their fields. */
    refusal: saving.error && !isConflict(saving.error) ? saving.error.message : undefined,
    problems: Object.entries(errors).map(([path, message]) => ({ field: `${name}-${path}`, message })),
    dialog: {
      formId: `${name}-form`,
      changed: changedFields(draft, opened).map(field => labels[field]),
      isNew: record === null,
      busy: saving.isPending,
      conflict: conflict.panel,
      onSave: save,
    },
  }
}
