import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { codeReader } from './read-code.ts'

const NO_CAMERA =
  'The camera is not available. Allow it for this page and reload the page, or choose a picture of the card.'
const NO_CODE = 'No code was found in this picture. Type the code that stands beside it.'

/** Reads the code of a printed card with the camera, or from a picture. The pictures stay in the browser. */
export function CodeScanner({ onCode }: { onCode: (text: string) => void }) {
  const [isLive, setLive] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function readPicture([file]: readonly File[]) {
    if (!file) return
    setProblem(undefined)
    const picture = await createImageBitmap(file).catch(() => null)
    const text = picture && (await (await codeReader())(picture))
    if (text) onCode(text)
    else setProblem(picture ? NO_CODE : `${file.name} is not a picture we can read. Use JPEG, PNG, WebP or AVIF.`)
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
          onCode={text => {
            setLive(false)
            onCode(text)
          }}
          onFailed={() => {
            setLive(false)
            setProblem(NO_CAMERA)
          }}
        />
      )}
    </div>
  )
}

/** Pause between two looks at the picture of the camera. */
const LOOK_MS = 250

function LiveCamera({ onCode, onFailed }: { onCode: (text: string) => void; onFailed: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onCode)
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
      const read = await codeReader()
      while (!isOver) {
        const text = await read(screen)
        if (text && !isOver) return found(text)
        await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      }
    }
    look().catch(() => isOver || failed())
    return () => {
      isOver = true
      stopTracks(stream)
    }
  }, [])
  return (
    <video ref={video} muted playsInline aria-label="Picture of the camera" className="max-w-sm rounded-sm bg-raised" />
  )
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
