import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { cardCodeOfQr } from '../../card-code.ts'
import { loadQrCodeReader } from './qr-code-reader.ts'
import { cameraProblemOf, FOREIGN_QR_CODE, NO_QR_CODE, unreadable } from './scanner-texts.ts'

/**
 * Reads the code of a printed card with the camera, or from a picture. The pictures stay in the browser. A QR code of something else is
 * told, and the camera goes on.
 */
export function CardScanner({ onCode }: { onCode: (code: string) => void }) {
  const [isLive, setLive] = useState(false)
  const [problem, setProblem] = useState<string>()

  /** Passes on the code of a card. @returns false without one. */
  function take(texts: readonly string[]): boolean {
    const code = texts.map(cardCodeOfQr).find(found => found !== null)
    if (code) {
      setLive(false)
      setProblem(undefined)
      onCode(code)
    } else if (texts.length > 0) setProblem(FOREIGN_QR_CODE)
    return Boolean(code)
  }

  async function readPicture([file]: readonly File[]) {
    if (!file) return
    setProblem(undefined)
    const picture = await createImageBitmap(file).catch(() => null)
    const texts = picture && (await (await loadQrCodeReader())(picture))
    if (!texts) setProblem(unreadable(file.name))
    else if (texts.length === 0) setProblem(NO_QR_CODE)
    else take(texts)
  }

  return (
    <div className="flex flex-col gap-3">
      <FormError>{problem}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-pressed={isLive}
          onClick={() => {
            setProblem(undefined)
            setLive(!isLive)
          }}
        >
          {isLive ? 'Stop the camera' : 'Read the code with the camera'}
        </Button>
        <FilePicker accept="image/jpeg,image/png,image/webp,image/avif" onPick={readPicture}>
          Read it from a picture
        </FilePicker>
      </div>
      {isLive && (
        <LiveCamera
          onTexts={take}
          onFailed={error => {
            setLive(false)
            setProblem(cameraProblemOf(error, isCameraOfPage()))
          }}
        />
      )}
    </div>
  )
}

/** Pause between two looks at the picture of the camera. */
const LOOK_MS = 250

type LiveCameraProps = {
  /** Gets the texts of the QR codes in the picture. Returns true when the camera has found what it looks for. */
  onTexts: (texts: readonly string[]) => boolean
  onFailed: (error: unknown) => void
}

function LiveCamera({ onTexts, onFailed }: LiveCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onTexts)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    async function look() {
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isOver) return stopTracks(opened)
      stream = opened
      const screen = video.current!
      screen.srcObject = opened
      await screen.play()
      const read = await loadQrCodeReader()
      while (!isOver) {
        const texts = await read(screen)
        if (!isOver && found(texts)) return
        await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      }
    }
    look().catch(error => isOver || failed(error))
    return () => {
      isOver = true
      stopTracks(stream)
    }
  }, [])
  return (
    <figure className="flex max-w-sm flex-col gap-2">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Picture of the camera"
        className="aspect-4/3 w-full rounded-sm bg-raised object-contain"
      />
      <figcaption className="text-muted text-sm">Hold the QR code of the card before the camera.</figcaption>
    </figure>
  )
}

type FeaturePolicy = { allowsFeature: (feature: string) => boolean }

/** False where the browser knows that this document came without the right to a camera. */
const isCameraOfPage = (): boolean =>
  (document as { featurePolicy?: FeaturePolicy }).featurePolicy?.allowsFeature('camera') ?? true

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
