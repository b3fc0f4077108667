import type { ReactNode } from 'react'

type SectionHeadingProps = {
  children: ReactNode
  /** For `aria-labelledby` of the section and for links to it. */
  id?: string
  /** At the far end: a link to the full list, or a sort control. */
  action?: ReactNode
  level?: 2 | 3
}

/** Section heading on a hairline. */
export function SectionHeading({ children, id, action, level = 2 }: SectionHeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-line border-b pb-3">
      <Heading id={id} className={level === 2 ? 'text-2xl' : 'text-xl'}>
        {children}
      </Heading>
      {action}
    </div>
  )
}
