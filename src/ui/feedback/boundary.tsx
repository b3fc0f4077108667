import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  children: ReactNode
  /** Replaces a failed part; omit when the page is complete without it. */
  fallback?: ReactNode
}

/** Contains errors of an optional part, so that the rest of the page stays. React reports the error to the console. */
export class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
