import type { ReactNode } from 'react'
import { Icon, type IconName } from '../pictures/icon.tsx'

type EmptyStateProps = {
  /** States what is missing: "No purchases yet". */
  title: ReactNode
  children?: ReactNode
  icon?: IconName
  /** The next step: a button or a link. */
  action?: ReactNode
}

/** Shown for an empty list: what is missing, why, and where to go. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 border border-line border-dashed px-6 py-12 text-center">
      {icon && <Icon name={icon} size={32} className="text-muted" />}
      <p className="font-condensed font-semibold text-xl">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
