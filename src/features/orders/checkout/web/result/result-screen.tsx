import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { CheckoutGround } from '../checkout-ground.tsx'

type ResultProps = {
  icon?: IconName
  tone?: string
  title: string
  children: ReactNode
  /** Content below the result, in the page's width. */
  after?: ReactNode
}

/** A result screen: one large sentence about the payment, an explanation, and links. */
export function Result({ icon, tone, title, children, after }: ResultProps) {
  return (
    <div className="relative">
      <CheckoutGround />
      <div className="page-width relative">
        <div className="flex min-h-[calc(100dvh-4rem)] flex-col items-center justify-center py-20 text-center">
          {icon && <Icon name={icon} size={32} {...(tone && { className: tone })} />}
          <h1 className="mt-4 mb-4 text-4xl sm:text-5xl">{title}</h1>
          <div className="max-w-prose text-balance max-sm:w-full">{children}</div>
        </div>
        {after}
      </div>
    </div>
  )
}

/** Buttons and links below a result. */
export const Ways = ({ children }: { children: ReactNode }) => (
  <div className="mt-8 flex justify-center gap-3 max-sm:flex-col sm:flex-wrap">{children}</div>
)
