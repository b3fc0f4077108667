import { type ChangeEvent, useState } from 'react'
import { sizeWithin } from '#kernel/brand/brand-picture.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { uploadPicture } from '#kernel/client/pictures.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#kernel/picture-limits.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type PictureSettingProps = {
  texts: { id: string; label: string; hint: string | undefined; error: string | undefined; disabled: boolean }
  ground: 'light' | 'dark'
  /** The picture's address, or empty. */
  value: string
  onChange: (value: string) => void
}

const PATH = '/api/admin/settings/images'
const KINDS = 'image/png,image/webp'
const BOX = { width: 240, height: 64 }

/** A picture of the brand on its ground. It is uploaded when it is chosen, and shown to shoppers when the settings are saved. */
export function PictureSetting({ texts, ground, value, onChange }: PictureSettingProps) {
  const { disabled, error, ...shown } = texts
  const { share, problem, take } = useUpload(onChange)
  return (
    <Field {...shown} error={problem ?? error}>
      {control => (
        <div className="flex flex-col gap-2">
          {value && (
            <div
              className={classNames(
                'border border-line p-3',
                ground === 'light' ? 'scheme-light' : 'scheme-dark',
                'bg-ground',
              )}
            >
              <img
                src={value}
                alt={`${texts.label}, as chosen`}
                {...sizeWithin(value, BOX)}
                className="max-w-full object-contain"
              />
            </div>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <label
              htmlFor={control.id}
              className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-sm border border-line-strong border-dashed px-4 py-2 hover:border-ink has-disabled:cursor-default has-disabled:opacity-45 has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <Icon name="upload" />
              {value ? 'Choose another' : 'Choose a picture'}
              <input {...control} type="file" accept={KINDS} disabled={disabled} onChange={take} className="sr-only" />
            </label>
            {value && !disabled && (
              <Button size="sm" variant="secondary" onClick={() => onChange('')} aria-label={`Remove: ${texts.label}`}>
                Remove
              </Button>
            )}
          </div>
          <div role="status">
            {share !== undefined && (
              <ProgressBar
                label={`Upload: ${texts.label}`}
                value={share}
                max={1}
                text={share < 1 ? `${Math.round(share * 100)}% sent` : 'Uploaded, processing'}
              />
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** Sends the chosen file. A refused one leaves the picture that was there. */
function useUpload(onChange: (address: string) => void) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()

  async function send(file: File) {
    setProblem(undefined)
    if (file.size > MAX_PICTURE_BYTES) return setProblem(PICTURE_TOO_LARGE.replace('{file}', file.name))
    setShare(0)
    try {
      onChange((await uploadPicture(PATH, file, setShare)).image)
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : 'An error occurred. Please try again.')
    } finally {
      setShare(undefined)
    }
  }

  return {
    share,
    problem,
    take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
      const file = input.files?.[0]
      // So that the same file can be chosen again.
      if (file)
        void send(file).finally(() => {
          input.value = ''
        })
    },
  }
}
