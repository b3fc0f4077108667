import { type ReactNode, useId } from 'react'
import { Icon } from '../pictures/icon.tsx'

type FilePickerProps = {
  /** MIME types, separated by commas. */
  accept: string
  /** Receives the chosen files. After the promise settles, the user can choose equal files again. */
  onPick: (files: readonly File[]) => Promise<unknown>
  children: ReactNode
}

/** A wide button that opens the browser's file picker. */
export function FilePicker({ accept, onPick, children }: FilePickerProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-sm border border-line-strong border-dashed px-4 py-3 text-center hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <Icon name="upload" />
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        className="sr-only"
        onChange={({ currentTarget: input }) => {
          void onPick([...(input.files ?? [])]).finally(() => {
            input.value = ''
          })
        }}
      />
    </label>
  )
}
