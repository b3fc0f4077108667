import { useEffect, useState } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { type UploadedPicture, uploadPicture } from '#kernel/client/pictures.ts'
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from '#kernel/picture-limits.ts'
import { eachOf } from '#platform/each-of.ts'
import { toast } from '../feedback/toast.ts'

/** Error messages of the caller: for when all chosen files failed, and for when some failed. */
export type UploadMessages = { allFailed: string; someFailed: string }

export type Upload = { id: string; file: File /** Sent fraction, 0 to 1. */; share: number; problem?: string }

type UploadsOptions = {
  path: string
  messages: UploadMessages
  /** Called in the order of the chosen files, regardless of which upload ends first. */
  onAdd: (picture: UploadedPicture) => void
  /** Receives the number of running uploads. */
  onUploading?: ((count: number) => void) | undefined
}

/** Concurrent uploads. The server decodes pictures on one core, so more uploads would only wait there. */
const LANES = 2

/** Uploads files and tracks the progress or the error of each. */
export function usePictureUploads({ path, messages, onAdd, onUploading }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = uploads.filter(({ problem }) => problem === undefined).length
  useEffect(() => onUploading?.(running), [running, onUploading])

  const patch = (id: string, change: Partial<Upload>) =>
    setUploads(all => all.map(upload => (upload.id === id ? { ...upload, ...change } : upload)))
  const dismiss = (id: string) => setUploads(all => all.filter(upload => upload.id !== id))

  async function send({ id, file }: Upload): Promise<UploadedPicture | undefined> {
    if (file.size > MAX_PICTURE_BYTES) {
      patch(id, { problem: PICTURE_TOO_LARGE.replace('{file}', file.name) })
      return undefined
    }
    try {
      return await uploadPicture(path, file, share => patch(id, { share }))
    } catch (failure) {
      patch(id, { problem: failure instanceof ApiError ? failure.message : 'An error occurred. Please try again.' })
      return undefined
    }
  }

  /** Uploads the chosen files. Resolves when each file has become a picture or an error. */
  async function take(files: readonly File[]) {
    const chosen = files.map((file): Upload => ({ id: randomId(), file, share: 0 }))
    setUploads(all => [...all, ...chosen])
    const sent = chosen.map(() => Promise.withResolvers<UploadedPicture | undefined>())
    void eachOf([...chosen.entries()], LANES, async ([at, upload]) => sent[at]!.resolve(await send(upload)))
    let failed = 0
    for (const [at, { promise }] of sent.entries()) {
      const picture = await promise
      if (picture) {
        onAdd(picture)
        dismiss(chosen[at]!.id)
      } else failed++
    }
    if (failed > 0) toast.error(failed === chosen.length ? messages.allFailed : messages.someFailed)
  }

  function retry(upload: Upload) {
    dismiss(upload.id)
    void take([upload.file])
  }

  return { uploads, take, retry, dismiss }
}
