import { Link } from 'react-router'
import { Wordmark } from '#ui/pictures/mark.tsx'

/** The header of a page without navigation and of the error screen: the name, linked to the home page. */
export function SlimHeader() {
  return (
    <header className="border-line border-b bg-ground">
      <div className="page-width flex h-16 items-center">
        <Link to="/" aria-label="Redoubt, home" className="flex rounded-sm">
          <Wordmark />
        </Link>
      </div>
    </header>
  )
}
