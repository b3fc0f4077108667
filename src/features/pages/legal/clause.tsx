import type { ReactNode } from 'react'

/** One of the five documents of the legal page; `id` is the specified anchor. */
export function LegalDocument({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-line border-t pt-8 pb-14">
      <h2 id={id} className="mb-6 text-3xl">
        {title}
      </h2>
      <div className="flex flex-col gap-8">{children}</div>
    </section>
  )
}

/** A clause with its heading. */
export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-xl">{title}</h3>
      <div className="flex max-w-prose flex-col gap-3 text-muted [&_strong]:font-semibold [&_strong]:text-ink">
        {children}
      </div>
    </div>
  )
}

/** Points of a clause. */
export function Points({ children, ordered = false }: { children: ReactNode; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={`flex flex-col gap-2 pl-5 marker:text-signal ${ordered ? 'list-decimal marker:font-semibold' : 'list-[square]'}`}
    >
      {children}
    </List>
  )
}
