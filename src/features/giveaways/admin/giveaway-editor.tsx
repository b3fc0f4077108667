import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#platform/client/call.ts'
import { type FieldProblems, problemsOfAnswer } from '#platform/client/field-problems.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import { type AdminGiveaway, GiveawayInput, GiveawayPatch } from '../admin-contract.ts'
import { changeOf, changeWords, draftOf, type GiveawayDraft, inputOf } from './giveaway-draft.ts'
import { GiveawayFields } from './giveaway-fields.tsx'
import { adminClient, forgetGiveaways } from './giveaways-admin-client.ts'

type GiveawayEditorProps = {
  /** Null makes a new one. */
  giveaway: AdminGiveaway | null
  onClose: () => void
}

/** The Create New Giveaway and Edit Giveaway forms. What was typed is not lost by a slip. */
export function GiveawayEditor({ giveaway, onClose }: GiveawayEditorProps) {
  const [opened] = useState(() => draftOf(giveaway, new Date()))
  const [draft, setDraft] = useState(opened)
  const [errors, setErrors] = useState<FieldProblems>({})
  const [leaving, setLeaving] = useState(false)
  /** One key for one form: a double click makes one giveaway. */
  const [key] = useState(() => crypto.randomUUID())
  const isChanged = JSON.stringify(draft) !== JSON.stringify(opened)
  const leave = () => (isChanged ? setLeaving(true) : onClose())

  const saving = useMutation({
    mutationFn: () => save(giveaway, draft, opened, key),
    async onSuccess() {
      await forgetGiveaways()
      toast.success(giveaway ? `${draft.title} was changed` : `${draft.title} was created`)
      onClose()
    },
    onError: error => setErrors(problemsOfAnswer(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(giveaway, draft, opened)
    setErrors(found)
    if (Object.keys(found).length > 0) toast.error(Object.values(found)[0]!)
    else saving.mutate()
  }

  const problems = Object.entries(errors).map(([field, message]) => ({ field: `giveaway-${field}`, message }))
  return (
    <>
      <Dialog
        open
        size="lg"
        title={giveaway ? 'Edit Giveaway' : 'Create New Giveaway'}
        onOpenChange={leave}
        footer={
          <>
            <p role="status" className="mr-auto self-center text-muted text-sm">
              {giveaway && isChanged && `Changed: ${changeWords(changeOf(draft, opened))}`}
            </p>
            <Button variant="secondary" onClick={leave}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="giveaway-form"
              disabled={!isChanged}
              busy={saving.isPending}
              busyText="Saving..."
            >
              {giveaway ? 'Save changes' : 'Create giveaway'}
            </Button>
          </>
        }
      >
        <form id="giveaway-form" noValidate onSubmit={submit} className="flex flex-col gap-5">
          <FormError problems={problems}>{saving.isError && problems.length === 0 && saving.error.message}</FormError>
          <GiveawayFields
            draft={draft}
            errors={errors}
            onChange={(change, field) => {
              setDraft(change)
              setErrors(({ [field]: _gone, ...rest }) => rest)
            }}
          />
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        description="What was changed here is lost."
        confirmLabel="Leave"
        cancelLabel="Stay"
        danger
        onConfirm={onClose}
      />
    </>
  )
}

function save(giveaway: AdminGiveaway | null, draft: GiveawayDraft, opened: GiveawayDraft, key: string) {
  const { giveaways } = adminClient()
  if (giveaway) return call(giveaways[':id'].$patch({ param: { id: giveaway.id }, json: changeOf(draft, opened) }))
  return call(giveaways.$post({ json: inputOf(draft) }, { headers: { 'Idempotency-Key': key } }))
}

/** What the API would refuse, found before it is asked, by the same schema. */
function problemsOf(giveaway: AdminGiveaway | null, draft: GiveawayDraft, opened: GiveawayDraft): FieldProblems {
  if (!draft.startDate) return { startDate: 'Please fill in all required fields' }
  const result = giveaway ? GiveawayPatch.safeParse(changeOf(draft, opened)) : GiveawayInput.safeParse(inputOf(draft))
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}
