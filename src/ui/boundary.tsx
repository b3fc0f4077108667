import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  children: ReactNode
  /** What stands in place of a part that failed; nothing, when the page is whole without it. */
  fallback?: ReactNode
}

/** Around a part that a page can do without: an error inside leaves the rest as it is. React reports it to the console. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
