import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { call } from '#kernel/client/calls/call.ts'
import { type FieldProblems, problemsIn, problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { useIdempotentSend } from '#kernel/client/calls/idempotency-key.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { type MyReview, NewReview } from '../contract.ts'
import { BODY_LENGTH, MOST_PHOTOS, REVIEW_PICTURES, TITLE_LENGTH } from '../rules.ts'
import { ownReviewChanged, reviewsClient } from './reviews-client.ts'
import { StarField } from './star-field.tsx'

const UPLOADS = { allFailed: 'The photos could not be uploaded', someFailed: 'Some photos could not be uploaded' }
const FIELDS = ['rating', 'title', 'body', 'photos'] as const
const NAMES = { rating: 'Rating', title: 'Title', body: 'Review', photos: 'Photos' }

type FormState = {
  rating: number
  title: string
  body: string
  photos: { image: string; src: string; alt: string }[]
}

const formStateOf = (review: MyReview | null): FormState => ({
  rating: review?.rating ?? 0,
  title: review?.title ?? '',
  body: review?.body ?? '',
  photos: review?.photos.map(({ image, src }) => ({ image, src, alt: '' })) ?? [],
})
const inputOf = (current: FormState) => ({ ...current, photos: current.photos.map(({ image }) => image) })

type ReviewEditorProps = {
  product: { id: string; name: string }
  /** Null for a new review. */
  review: MyReview | null
  onClose: () => void
}

/** The form of a review. A refused one keeps the typed text. */
export function ReviewEditor({ product, review, onClose }: ReviewEditorProps) {
  const form = useReviewForm({ product, review, onClose })
  const { current, update, problems, ids } = form
  return (
    <EditorDialog
      title={review ? 'Edit your review' : `Review ${product.name}`}
      saveLabel={review ? 'Save review' : 'Send review'}
      formId={ids.form}
      changed={form.changed}
      isNew={review === null}
      busy={form.busy}
      refusal={form.problem}
      problems={FIELDS.flatMap(field => (problems[field] ? [{ field: ids[field], message: problems[field] }] : []))}
      onSave={form.save}
      onClose={onClose}
    >
      <StarField
        id={ids.rating}
        value={current.rating}
        onChange={rating => update({ rating })}
        error={problems.rating}
      />
      <TextField
        id={ids.title}
        label="Title"
        required
        maxLength={TITLE_LENGTH}
        value={current.title}
        error={problems.title}
        onChange={({ target }) => update({ title: target.value })}
      />
      <TextAreaField
        id={ids.body}
        label="Your review"
        hint="What do you like, what not, and how do you use it?"
        required
        rows={6}
        maxLength={BODY_LENGTH}
        value={current.body}
        error={problems.body}
        onChange={({ target }) => update({ body: target.value })}
      />
      <fieldset id={ids.photos} tabIndex={-1} className="flex flex-col gap-3">
        <legend className="mb-2 font-semibold text-sm">Photos (optional, at most {MOST_PHOTOS})</legend>
        <PictureList
          path={REVIEW_PICTURES}
          pictures={current.photos}
          onChange={change => form.setCurrent(now => ({ ...now, photos: change(now.photos) }))}
          messages={UPLOADS}
          ratio="square"
          isAltAsked={false}
          isCropOffered={false}
          defaultAlt=""
          max={MOST_PHOTOS}
          error={problems.photos}
          onUploading={form.setUploading}
        />
      </fieldset>
      <p className="text-muted text-sm">
        It is shown with your first name and initial, after we have read it. The number of stars changes nothing for
        you.
      </p>
    </EditorDialog>
  )
}

function useReviewForm({ product, review, onClose }: ReviewEditorProps) {
  const id = useId()
  const [initial] = useState(() => formStateOf(review))
  const [current, setCurrent] = useState(initial)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [uploading, setUploading] = useState(0)
  const { busy, problem, setProblem, run } = useSubmit()
  const { revalidate } = useRevalidator()
  const sendOnce = useIdempotentSend()
  const isEqual = (field: keyof FormState) => JSON.stringify(current[field]) === JSON.stringify(initial[field])

  async function send(json: NewReview) {
    await sendOnce(json, options =>
      review
        ? call(reviewsClient.reviews[':id'].$patch({ param: { id: review.id }, json }, options))
        : call(reviewsClient.products[':id'].reviews.$post({ param: { id: product.id }, json }, options)),
    )
    await ownReviewChanged(product.id)
    void revalidate()
    toast.success('Thank you. We read your review before it is shown.')
    onClose()
  }
  function save() {
    if (uploading > 0) return setProblem('A photo is still being uploaded. Please wait a moment.')
    const input = NewReview.safeParse(inputOf(current))
    setProblems(input.success ? {} : problemsIn(input.error))
    if (!input.success) return setProblem('Please check your input and try again.')
    void run(async () => {
      try {
        await send(input.data)
      } catch (error) {
        setProblems(problemsOfAnswer(error))
        throw error
      }
    }, 'Your review could not be sent. Please try again.')
  }
  return {
    current,
    setCurrent,
    update(change: Partial<FormState>) {
      setCurrent(now => ({ ...now, ...change }))
      const cleared = Object.fromEntries(Object.keys(change).map(field => [field, '']))
      setProblems(now => ({ ...now, ...cleared }))
    },
    problems,
    problem,
    busy,
    save,
    setUploading,
    changed: FIELDS.filter(field => !isEqual(field)).map(field => NAMES[field]),
    ids: {
      form: `${id}-form`,
      rating: `${id}-rating`,
      title: `${id}-title`,
      body: `${id}-body`,
      photos: `${id}-photos`,
    },
  }
}
