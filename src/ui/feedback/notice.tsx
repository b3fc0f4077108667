import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../pictures/icon.tsx'

const KINDS: Record<'info' | 'success' | 'warning' | 'danger', { icon: IconName; edge: string; sign: string }> = {
  info: { icon: 'info', edge: 'border-l-coyote', sign: 'text-coyote' },
  success: { icon: 'check', edge: 'border-l-success', sign: 'text-success' },
  warning: { icon: 'warning', edge: 'border-l-warning', sign: 'text-warning' },
  danger: { icon: 'warning', edge: 'border-l-danger', sign: 'text-danger' },
}

type NoticeProps = {
  kind?: keyof typeof KINDS
  title?: ReactNode
  children: ReactNode
  /** Screen readers announce the notice when it appears; for notices that arrive while the page is open. */
  live?: boolean
}

/** Information in the page that the user needs before the next step: a mixed cart, a missing address. */
export function Notice({ kind = 'info', title, children, live = false }: NoticeProps) {
  const { icon, edge, sign } = KINDS[kind]
  return (
    <div
      role={live ? 'status' : undefined}
      className={classNames('flex gap-3 rounded-sm border border-line border-l-3 bg-surface px-4 py-3', edge)}
    >
      <Icon name={icon} className={classNames(title ? 'mt-0.75' : 'mt-px', sign)} />
      <div className="min-w-0 text-sm">
        {title && <p className="font-semibold text-base">{title}</p>}
        {children}
      </div>
    </div>
  )
}
