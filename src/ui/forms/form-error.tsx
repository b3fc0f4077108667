import type { ReactNode } from 'react'
import { Icon } from '../pictures/icon.tsx'

export type FieldProblem = { /** Id of the control to focus. */ field: string; message: string }

/** Error box above a refused form: the general error, then each invalid field. */
export function FormError({ children, problems = [] }: { children?: ReactNode; problems?: readonly FieldProblem[] }) {
  if (!children && problems.length === 0) return null
  return (
    <div role="alert" className="flex scroll-m-5 gap-3 rounded-sm border border-danger bg-danger/10 p-4">
      <Icon name="warning" className="mt-0.75 text-danger" />
      <div className="min-w-0">
        {children && <p className="font-semibold">{children}</p>}
        {problems.length > 0 && (
          <ul className="mt-1 list-inside list-disc text-sm">
            {problems.map(problem => (
              <li key={problem.field}>
                <a href={`#${problem.field}`} className="underline underline-offset-3">
                  {problem.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
