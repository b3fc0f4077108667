import { type FormEvent, useId, useState } from 'react'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { call } from '#kernel/client/calls/call.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { type MyStory, StoryInput } from '../contract.ts'
import { galleryConsent, NAME_LENGTH, WINNER_PICTURES, WORDS_LENGTH } from '../rules.ts'
import { storyChanged, storyClient } from './story-client.ts'

const UPLOADS = { allFailed: 'The photo could not be uploaded', someFailed: 'The photo could not be uploaded' }
type Photo = { image: string; src: string; alt: string }

const formStateOf = ({ story, suggestedName, state }: MyStory) => ({
  name: story?.name ?? suggestedName,
  words: story?.words ?? '',
  showsState: story?.showsState ?? state !== null,
  photos: story?.photo ? [{ image: story.photo.image, src: story.photo.src, alt: '' }] : ([] as Photo[]),
  consent: false,
})

type StoryFormProps = { prizeId: string; own: MyStory; onDone: () => void }

/** What the winner tells, and the consent to show it. */
export function StoryForm({ prizeId, own, onDone }: StoryFormProps) {
  const id = useId()
  const { brand } = useSettings()
  const [current, setCurrent] = useState(() => formStateOf(own))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [uploading, setUploading] = useState(0)
  const { busy, problem, setProblem, run } = useSubmit()
  const update = (change: Partial<typeof current>) => setCurrent(now => ({ ...now, ...change }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (uploading > 0) return setProblem('The photo is still being uploaded. Please wait a moment.')
    const { photos, ...words } = current
    const input = StoryInput.safeParse({ ...words, photo: photos[0]?.image ?? null })
    setProblems(input.success ? {} : problemsIn(input.error))
    if (!input.success) return setProblem('Please check your input and try again.')
    void run(async () => {
      try {
        await call(storyClient().$put({ param: { id: prizeId }, json: input.data }))
      } catch (error) {
        setProblems(problemsOfAnswer(error))
        throw error
      }
      await storyChanged(prizeId)
      toast.success('Thank you. We read it before it is shown.')
      onDone()
    }, 'It could not be sent. Please try again.')
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="flex w-full flex-col gap-5">
      <FormError>{problem}</FormError>
      <TextField
        label="Name to show"
        hint="For example your first name and initial."
        required
        maxLength={NAME_LENGTH}
        value={current.name}
        error={problems.name}
        onChange={({ target }) => update({ name: target.value })}
      />
      <TextAreaField
        label="Your story"
        required
        rows={5}
        maxLength={WORDS_LENGTH}
        value={current.words}
        error={problems.words}
        onChange={({ target }) => update({ words: target.value })}
      />
      {own.state && (
        <CheckboxField
          label={`Show that I live in ${own.state}`}
          checked={current.showsState}
          onChange={({ target }) => update({ showsState: target.checked })}
        />
      )}
      <fieldset id={`${id}-photo`} tabIndex={-1} className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold text-sm">Photo (optional)</legend>
        <PictureList
          path={WINNER_PICTURES}
          pictures={current.photos}
          onChange={change => setCurrent(now => ({ ...now, photos: change(now.photos) as Photo[] }))}
          messages={UPLOADS}
          ratio="landscape"
          isAltAsked={false}
          isCropOffered={false}
          defaultAlt=""
          max={1}
          error={problems.photo}
          onUploading={setUploading}
        />
      </fieldset>
      <CheckboxField
        label={galleryConsent(brand.name).text}
        checked={current.consent}
        error={problems.consent}
        onChange={({ target }) => update({ consent: target.checked })}
      />
      <span className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Sending...">
          Send
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
