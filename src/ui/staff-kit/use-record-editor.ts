import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { type KeyedOptions, useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useEditConflict } from '../editing/edit-conflict.tsx'
import { toast } from '../feedback/toast.ts'
import { changedFields, changeOf, edited, merged, openDraft, outdated, type RecordDraft } from './record-draft.ts'

type Whose = { by?: string | undefined; at?: string | undefined }
type Form<T extends object> = Pick<RecordDraft<T>, 'draft' | 'opened' | 'version'>
type Change<T extends object, Input> = {
  id: string
  draft: T
  opened: T
  version: number
  /** The changed fields of the body, and the version. */
  json: Partial<Input> & { version: number }
}

type Options<Draft extends object, Stored extends { version: number }, Saved, Input> = {
  /** The noun: the prefix of the form's ids, `product-form` and `product-price`, and "Delete product". */
  name: string
  /** Null makes a new one. */
  record: (Stored & { id: string }) | null
  draftOf: (record: Stored | null) => Draft
  labels: Record<keyof Draft & string, string>
  /** Renders a value that is not text, for the choice between two edits. */
  show?: (field: keyof Draft & string, draft: Draft) => ReactNode
  /** Paths in the API of fields that have another name there. */
  paths?: Partial<Record<keyof Draft & string, string>>
  /** The schemas of the bodies that make a record and change one, by which the form checks before it sends. */
  bodies?: readonly [create: z.ZodType, change: z.ZodType]
  /** Finds problems before sending, by path. @param found those of `bodies`. */
  check?: (form: Form<Draft>, found: FieldProblems) => FieldProblems
  /** The body of a new record; default: the draft. */
  inputOf?: (draft: Draft) => Input & object
  /** Makes a record. @param options of the call, so that a repeat after a lost answer happens once. */
  create?: (json: Input, options: KeyedOptions) => Promise<Saved>
  change: (form: Change<Draft, Input>) => Promise<Saved>
  /** The sentence above the problems that `check` found. */
  invalid?: string
  /** Deletes the record; without it, the dialog has no button for that. */
  remove?: (id: string) => Promise<unknown>
  /** Reads again what shows the record. The form closes afterwards. */
  refresh: () => unknown
  /** The sentence that confirms the save. */
  said: (saved: Saved, draft: Draft) => string
  onClose: () => void
  /** Converts problems of the API to those of the form. */
  problemsOf?: (error: unknown) => FieldProblems
  onRefused?: (error: Error) => void
  /** Reads the record after a version conflict; default: `details`, where the refusal has the stored record. */
  readNewer?: (details: Record<string, unknown>) => Stored | Promise<Stored>
  /** Who saved the newer version; default: from the refusal. */
  whose?: (newer: Stored) => Whose
}

type TextsOf<T extends object> = { [Name in keyof T & string]: T[Name] extends string ? Name : never }[keyof T & string]

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'version_conflict'

/**
 * The form of one record: typed values, changed fields, problems, and saving with merging of concurrent edits.
 * @returns values for the fields, and `dialog` for `<EditorDialog>`.
 */
export function useRecordEditor<Draft extends object, Stored extends { version: number }, Saved, Input = Draft>(
  options: Options<Draft, Stored, Saved, Input>,
) {
  const { name, record, draftOf, labels, show, paths, onClose, problemsOf = problemsOfAnswer } = options
  const { invalid = 'Please check your input and try again.' } = options
  const [state, setState] = useState(() => openDraft(draftOf(record), record?.version))
  const { draft, opened, errors } = state
  const send = useSend(options)
  const isSending = useRef(false)
  const conflict = useEditConflict<Draft>({
    opened,
    draft,
    labels,
    ...(show && { show }),
    onMerged: (mine, newer) => setState(now => merged(now, mine, newer)),
  })
  const setErrors = (found: FieldProblems) => setState(now => ({ ...now, errors: found }))
  async function close(said: string) {
    await options.refresh()
    toast.success(said)
    onClose()
  }
  const saving = useMutation({
    mutationFn: () => send(state),
    onSuccess: saved => close(options.said(saved, draft)),
    async onError(error) {
      if (!isConflict(error)) {
        setErrors(problemsOf(error))
        return options.onRefused?.(error)
      }
      const newer = await (options.readNewer?.(error.details) ?? (error.details as Stored))
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
    const found = problemsOfForm(options, state)
    setErrors(found)
    if (Object.keys(found).length > 0 || isSending.current) return
    // The state of the mutation is rendered too late for a second click in the same moment.
    isSending.current = true
    saving.mutate()
  }
  const refusal = saving.error && !isConflict(saving.error) ? saving.error.message : undefined
  const problems = Object.entries(errors).map(([path, message]) => ({ field: `${name}-${path}`, message }))
  return {
    draft,
    errors,
    update,
    set: (fields: Partial<Draft>) =>
      update(now => ({ ...now, ...fields }), Object.keys(fields) as (keyof Draft & string)[]),
    /** Props of a text field that shows one text of the draft. */
    text: (field: TextsOf<Draft>) => ({
      id: `${name}-${paths?.[field] ?? field}`,
      value: draft[field] as string,
      error: errors[paths?.[field] ?? field],
      onChange: ({ target }: { target: { value: string } }) =>
        update(now => ({ ...now, [field]: target.value }), [field]),
    }),
    /** What the dialog shows, for a form that says it otherwise. */
    refusal,
    problems,
    dialog: {
      formId: `${name}-form`,
      changed: changedFields(draft, opened).map(field => labels[field]),
      isNew: record === null,
      busy: saving.isPending,
      conflict: conflict.panel,
      refusal: refusal ?? (problems.length > 0 && invalid),
      problems,
      deletion: deletionOf(options, close),
      onSave: save,
      onClose,
    },
  }
}

/** What the hook returns. */
export type RecordEditor<Draft extends object> = ReturnType<
  typeof useRecordEditor<Draft, { version: number }, unknown, object>
>

const asTyped = <Draft extends object, Input>(draft: Draft) => draft as unknown as Input & object

function problemsOfForm<Draft extends object, Stored extends { version: number }, Saved, Input>(
  { record, bodies, inputOf = asTyped<Draft, Input>, check }: Options<Draft, Stored, Saved, Input>,
  form: Form<Draft>,
): FieldProblems {
  const checked = record ? bodies?.[1].safeParse(changeOf(inputOf, form)) : bodies?.[0].safeParse(inputOf(form.draft))
  const found = checked?.error ? problemsIn(checked.error) : {}
  return check?.(form, found) ?? found
}

/** @returns a function that makes the record, or changes the stored one. */
function useSend<Draft extends object, Stored extends { version: number }, Saved, Input>(
  options: Options<Draft, Stored, Saved, Input>,
) {
  const { record, inputOf = asTyped<Draft, Input>, create, change } = options
  const sendOnce = useIdempotentSend()
  return ({ draft, opened, version }: Form<Draft>) => {
    const json = { ...changeOf(inputOf, { draft, opened }), version: version! }
    if (record) return change({ id: record.id, draft, opened, version: version!, json })
    const made = inputOf(draft)
    return sendOnce(made, keyed => create!(made, keyed))
  }
}

/** @param close confirms and closes the form. */
function deletionOf<Stored extends { version: number }>(
  { name, record, remove }: Pick<Options<never, Stored, never, never>, 'name' | 'record' | 'remove'>,
  close: (said: string) => Promise<void>,
) {
  if (!record || !remove) return undefined
  const onDelete = async () => {
    await remove(record.id)
    await close(`The ${name} was deleted`)
  }
  return { label: `Delete ${name}`, onDelete }
}
