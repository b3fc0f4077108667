import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { FieldError } from '../forms/field.tsx'
import type { Upload } from './use-picture-uploads.ts'

type UploadRowProps = { upload: Upload; onRetry: () => void; onDismiss: () => void }

/** A running upload, or the reason for its failure. */
export function UploadRow({ upload, onRetry, onDismiss }: UploadRowProps) {
  const { file, share, problem } = upload
  const percent = Math.round(share * 100)
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-sm border border-line p-3">
      <div className="min-w-48 flex-1">
        <p className="truncate text-sm">{file.name}</p>
        {problem ? (
          <FieldError id={undefined}>{problem}</FieldError>
        ) : (
          <div className="mt-1.5 flex items-center gap-3">
            <ProgressBar
              label={`Upload of ${file.name}`}
              value={percent}
              max={100}
              text={percent < 100 ? `${percent}% sent` : 'Sent, being prepared'}
            />
            <span aria-hidden="true" className="shrink-0 text-muted text-sm tabular-nums">
              {percent < 100 ? `${percent}%` : 'Preparing...'}
            </span>
          </div>
        )}
      </div>
      {problem && (
        <span className="ml-auto flex items-center gap-1">
          <Button size="sm" variant="secondary" onClick={onRetry}>
            Try again
          </Button>
          <IconButton size="sm" icon="close" label={`Dismiss ${file.name}`} onClick={onDismiss} />
        </span>
      )}
    </li>
  )
}
