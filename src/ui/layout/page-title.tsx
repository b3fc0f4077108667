import type { ReactNode } from 'react'

type PageTitleProps = {
  children: ReactNode
  /** Area of the shop, in small capitals above the title. */
  eyebrow?: ReactNode
  /** One or two sentences below the title. */
  lead?: ReactNode
  actions?: ReactNode
}

/** The one `<h1>` of a page. */
export function PageTitle({ children, eyebrow, lead, actions }: PageTitleProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 py-8 sm:py-10">
      <div className="min-w-0 max-w-3xl">
        {eyebrow && <p className="label-sm mb-2 text-signal">{eyebrow}</p>}
        <h1 className="text-3xl sm:text-4xl">{children}</h1>
        {lead && <p className="mt-3 text-pretty text-lg text-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
