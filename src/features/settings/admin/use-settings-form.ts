import { useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ZodError } from 'zod'
import { NotReauthenticated, reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import { type Conflict, useEditConflict } from '#ui/editing/edit-conflict.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { SettingsApi } from '../api.server.ts'
import type { SettingsChange } from '../contract.ts'
import { FIELDS, LABELS, type SettingSection } from './setting-sections.ts'
import {
  changedNames,
  checkedChange,
  formStateOf,
  problemsByName,
  type SettingsFormState,
} from './settings-form-state.ts'

export type ShownSettings = InferResponseType<typeof settingsClient.$get>

/** State of the settings form: typed values, errors, and saving with conflict handling. */
export function useSettingsForm(stored: ShownSettings) {
  const [opened, setOpened] = useState(() => formStateOf(stored.settings))
  const [version, setVersion] = useState(stored.version)
  const [current, setCurrent] = useState(opened)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const changed = changedNames(current, opened)
  const change = useMemo(() => sendable(current, opened), [current, opened])
  const revalidator = useRevalidator()

  /** Takes over the saved settings, and keeps typed but unsent fields. */
  function takeUp(saved: ShownSettings, sent: readonly string[]) {
    const next = formStateOf(saved.settings)
    const others = changed.filter(name => !sent.includes(name))
    setOpened(next)
    setCurrent(now => ({ ...next, ...Object.fromEntries(others.map(name => [name, now[name]!])) }))
    setVersion(saved.version)
    setReason('')
    setErrors({})
  }

  const conflict: Conflict<SettingsFormState> = useEditConflict<SettingsFormState>({
    opened,
    current,
    labels: LABELS,
    show: (name, of) => FIELDS.find(field => field.name === name)!.said!(of[name]!),
    onMerged: (merged, newer) => {
      setCurrent(merged)
      setOpened(newer)
    },
  })

  const saving = useMutation({
    async mutationFn(names: readonly string[]) {
      const json = { version, settings: checkedChange(current, names), ...(reason.trim() && { reason: reason.trim() }) }
      return reauthenticated(() => call(settingsClient.$patch({ json })))
    },
    async onSuccess(saved, sent) {
      if (isProposed(saved)) {
        takeUp(await call(settingsClient.$get()), sent)
        return sayProposed(saved)
      }
      takeUp(saved, sent)
      toast.success('Settings saved. They apply everywhere from now on.')
      await settingsChanged()
      // The admin pages were rendered with the old settings.
      void revalidator.revalidate()
    },
    async onError(error) {
      if (error instanceof NotReauthenticated) return
      if (error instanceof ApiError && error.code === 'version_conflict') return meet(error)
      setErrors(problemsByName(error instanceof ZodError ? problemsIn(error) : problemsOfAnswer(error)))
    },
  })

  /** On a version conflict: fetches the other save, and offers a choice per field. */
  async function meet({ details }: ApiError) {
    const newer = await call(settingsClient.$get())
    setVersion(newer.version)
    conflict.meet(formStateOf(newer.settings), details as { by?: string; at?: string })
  }

  return {
    current,
    changed,
    change,
    errors,
    reason,
    setReason,
    conflict: conflict.panel,
    isSaving: saving.isPending,
    problem: problemOf(saving.error),
    set(name: string, value: string) {
      setCurrent(now => ({ ...now, [name]: value }))
      setErrors(({ [name]: _, ...rest }) => rest)
    },
    save: () => saving.mutate(changed),
    /** Confirms all fields of a section as reviewed. */
    confirm: ({ fields }: SettingSection) => saving.mutate(fields.map(({ name }) => name)),
    discard: () => {
      setCurrent(opened)
      setErrors({})
    },
  }
}

/** The change of an unfinished form; undefined while a field is invalid. */
function sendable(current: SettingsFormState, opened: SettingsFormState): SettingsChange | undefined {
  try {
    return checkedChange(current, changedNames(current, opened))
  } catch (error) {
    if (error instanceof ZodError) return undefined
    throw error
  }
}

function problemOf(error: unknown): string | undefined {
  if (!error || error instanceof NotReauthenticated) return undefined
  if (error instanceof ZodError) return 'Please check your input and try again.'
  if (error instanceof ApiError && error.code === 'version_conflict') return undefined
  return (error as Error).message
}

/** The staff's calls of this feature. */
export const settingsClient = clientOf<SettingsApi>().admin.settings

export const ADMIN_SETTINGS = 'admin-settings'

/** Invalidates all cached settings after a write. */
const settingsChanged = () => invalidate([ADMIN_SETTINGS])
