import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { type KeyedOptions, useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { useEditConflict } from '../editing/edit-conflict.tsx'
import { toast } from '../feedback/toast.ts'
import {
  changedFields,
  changeOf as changedInput,
  edited,
  merged,
  openFormState,
  outdated,
  type RecordFormState,
} from './record-form-state.ts'

type Whose = { by?: string | undefined; at?: string | undefined }
type Form<T extends object> = Pick<RecordFormState<T>, 'current' | 'opened' | 'version'>
type Change<T extends object, Body> = {
  id: string
  current: T
  version: number
  /** The body of the change, and the version. */
  json: Body & { version: number }
}

type Options<
  FormState extends object,
  Stored extends { version: number },
  Saved,
  Input,
  Body extends object = Partial<Input>,
> = {
  /** The noun: the prefix of the form's ids, `product-form` and `product-price`, and "Delete product". */
  name: string
  /** Null makes a new one. */
  record: (Stored & { id: string }) | null
  formStateOf: (record: Stored | null) => FormState
  labels: Record<keyof FormState & string, string>
  /** Renders a value that is not text, for the choice between two edits. */
  show?: (field: keyof FormState & string, current: FormState) => ReactNode
  /** Paths in the API of fields that have another name there. */
  paths?: Partial<Record<keyof FormState & string, string>>
  /** The schemas of the bodies that make a record and change one, by which the form checks before it sends. */
  bodies?: readonly [create: z.ZodType, change: z.ZodType]
  /** Finds problems before sending, by path. @param found those of `bodies`. */
  check?: (form: Form<FormState>, found: FieldProblems) => FieldProblems
  /** The body of a new record; default: the input. */
  inputOf?: (current: FormState) => Input & object
  /** The body of a change; default: the changed fields of `inputOf`. */
  changeOf?: (current: FormState, opened: FormState) => Body
  /** Makes a record. @param options of the call, so that a repeat after a lost answer happens once. */
  create?: (json: Input, options: KeyedOptions) => Promise<Saved>
  change: (form: Change<FormState, Body>) => Promise<Saved>
  /** The sentence above the problems that `check` found. */
  invalid?: string
  /** Deletes the record; without it, the dialog has no button for that. */
  remove?: (id: string) => Promise<unknown>
  /** Reads again what shows the record. The form closes afterwards. */
  refresh: () => unknown
  /** The sentence that confirms the save. */
  said: (saved: Saved, current: FormState) => string
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
export function useRecordEditor<
  FormState extends object,
  Stored extends { version: number },
  Saved,
  Input = FormState,
  Body extends object = Partial<Input>,
>(options: Options<FormState, Stored, Saved, Input, Body>) {
  const { name, record, formStateOf, labels, show, paths, onClose, problemsOf = problemsOfAnswer } = options
  const { invalid = 'Please check your input and try again.' } = options
  const [state, setState] = useState(() => openFormState(formStateOf(record), record?.version))
  const { current, opened, errors } = state
  const send = useSend(options)
  const isSending = useRef(false)
  const conflict = useEditConflict<FormState>({
    opened,
    current,
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
    onSuccess: saved => close(options.said(saved, current)),
    async onError(error) {
      if (!isConflict(error)) {
        setErrors(problemsOf(error))
        return options.onRefused?.(error)
      }
      const newer = await (options.readNewer?.(error.details) ?? (error.details as Stored))
      setState(now => outdated(now, newer.version))
      conflict.meet(formStateOf(newer), options.whose?.(newer) ?? (error.details as Whose))
    },
    onSettled: () => {
      isSending.current = false
    },
  })
  /**
   * Changes the input by its current value, which may be newer than the rendered one. Keeps its identity, so that memoised parts of a large
   * form do not render at each change. @param fields whose errors it clears, or paths of the API.
   */
  const update = useCallback(
    (change: (now: FormState) => FormState, fields: readonly string[] = []) => {
      const cleared = fields.map(field => paths?.[field as keyof FormState & string] ?? field)
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
    current,
    errors,
    update,
    set: (fields: Partial<FormState>) =>
      update(now => ({ ...now, ...fields }), Object.keys(fields) as (keyof FormState & string)[]),
    /** Props of a text field that shows one text of the input. */
    text: (field: TextsOf<FormState>) => ({
      id: `${name}-${paths?.[field] ?? field}`,
      value: current[field] as string,
      error: errors[paths?.[field] ?? field],
      onChange: ({ target }: { target: { value: string } }) =>
        update(now => ({ ...now, [field]: target.value }), [field]),
    }),
    /** What the dialog shows, for a form that says it otherwise. */
    refusal,
    problems,
    dialog: {
      formId: `${name}-form`,
      changed: changedFields(current, opened).map(field => labels[field]),
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
export type RecordEditor<FormState extends object> = ReturnType<
  typeof useRecordEditor<FormState, { version: number }, unknown, object>
>

/** The bodies of a form by its options. */
function bodiesOf<FormState extends object, Stored extends { version: number }, Saved, Input, Body extends object>({
  inputOf = current => current as unknown as Input & object,
  changeOf = (current, opened) => changedInput(inputOf, { current, opened }) as unknown as Body,
}: Options<FormState, Stored, Saved, Input, Body>) {
  return { inputOf, changeOf }
}

function problemsOfForm<
  FormState extends object,
  Stored extends { version: number },
  Saved,
  Input,
  Body extends object,
>(options: Options<FormState, Stored, Saved, Input, Body>, form: Form<FormState>): FieldProblems {
  const { record, bodies, check } = options
  const { inputOf, changeOf } = bodiesOf(options)
  const checked = record
    ? bodies?.[1].safeParse(changeOf(form.current, form.opened))
    : bodies?.[0].safeParse(inputOf(form.current))
  const found = checked?.error ? problemsIn(checked.error) : {}
  return check?.(form, found) ?? found
}

/** @returns a function that makes the record, or changes the stored one. */
function useSend<FormState extends object, Stored extends { version: number }, Saved, Input, Body extends object>(
  options: Options<FormState, Stored, Saved, Input, Body>,
) {
  const { record, create, change } = options
  const { inputOf, changeOf } = bodiesOf(options)
  const sendOnce = useIdempotentSend()
  return ({ current, opened, version }: Form<FormState>) => {
    if (record) {
      const json = { ...changeOf(current, opened), version: version! }
      return change({ id: record.id, current, version: version!, json })
    }
    const made = inputOf(current)
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
