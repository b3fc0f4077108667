import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { useMissing } from './use-missing.ts'

type MissingPageProps = ComponentProps<typeof EmptyState> & {
  /** Names the page for screen readers. */
  heading: string
  className?: string
}

/** The error boundary of a page whose record may be missing. */
export function MissingPage({ heading, className = 'py-20', ...state }: MissingPageProps) {
  useMissing()
  return (
    <div className={classNames('page-width', className)}>
      <h1 className="sr-only">{heading}</h1>
      <EmptyState {...state} />
    </div>
  )
}
