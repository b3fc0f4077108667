import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { problemsOfAnswer } from '#platform/client/field-problems.ts'
import { useIdempotentSend } from '#platform/client/idempotency-key.ts'
import { useSettings } from '#platform/client/site.ts'
import { formatMoment } from '#ui/format-moment.ts'
import { toast } from '#ui/toast.ts'
import { useEditConflict } from '#ui/use-edit-conflict.tsx'
import type { AdminGiveaway } from '../admin-contract.ts'
import { changeOf, draftOf, FIELD_NAMES, type GiveawayDraft, inputOf } from './giveaway-draft.ts'
import { adminClient, forgetGiveaways } from './giveaways-admin-client.ts'

/** Messages by field name. */
export type Problems = Record<string, string>

type Options = {
  giveaway: AdminGiveaway | null
  draft: GiveawayDraft
  opened: GiveawayDraft
  setDraft: (draft: GiveawayDraft) => void
  setOpened: (opened: GiveawayDraft) => void
  onErrors: (errors: Problems) => void
  onClose: () => void
}

/** Saves the form. On a version conflict, the newer version is fetched and merged with the input. */
export function useSaving({ giveaway, draft, opened, setDraft, setOpened, onErrors, onClose }: Options) {
  const { premium } = useSettings()
  const sendOnce = useIdempotentSend()
  const [version, setVersion] = useState(giveaway?.version ?? 1)
  const conflict = useEditConflict<GiveawayDraft>({
    opened,
    draft,
    labels: FIELD_NAMES,
    show: inWords,
    onMerged(merged, newer) {
      setDraft(merged)
      setOpened(newer)
    },
  })

  async function meetNewer(id: string, details: Record<string, unknown>) {
    transport.invalidate('/api/admin/giveaways')
    const newer = await call(adminClient().admin.giveaways[':id'].$get({ param: { id } }))
    setVersion(newer.version)
    conflict.meet(draftOf(newer, new Date(), premium.earlyAccessHours), {
      by: details.by as string | undefined,
      at: details.at as string | undefined,
    })
  }

  const saving = useMutation({
    mutationFn() {
      const { giveaways } = adminClient()
      if (!giveaway) {
        const json = inputOf(draft)
        return sendOnce(json, options => call(giveaways.$post({ json }, options)))
      }
      const json = { ...changeOf(draft, opened), version }
      return call(giveaways[':id'].$patch({ param: { id: giveaway.id }, json }))
    },
    async onSuccess() {
      await forgetGiveaways()
      toast.success(giveaway ? `${draft.title} was changed` : `${draft.title} was created`)
      onClose()
    },
    async onError(error) {
      if (giveaway && error instanceof ApiError && error.code === 'version_conflict')
        await meetNewer(giveaway.id, error.details)
      else onErrors(problemsOfAnswer(error))
    },
  })
  return {
    save: () => saving.mutate(),
    isSaving: saving.isPending,
    conflict: conflict.panel,
    problem: conflict.panel ? undefined : saving.error?.message,
  }
}

const MOMENTS: readonly string[] = ['startDate', 'endDate', 'earlyAccessDate']

/** A field's value as display text. */
function inWords(field: keyof GiveawayDraft, draft: GiveawayDraft): string {
  const value = draft[field]
  if (field === 'value') return `$${draft.value}`
  if (field === 'images') return draft.images.map(({ alt }, at) => alt || `picture ${at + 1}`).join(', ')
  if (MOMENTS.includes(field)) return value ? formatMoment(new Date(String(value))) : 'when it is sold out'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}
