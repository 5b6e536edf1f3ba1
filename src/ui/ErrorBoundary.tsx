import { Component, type ReactNode } from 'react'
import { ErrorFallback } from './ErrorFallback.tsx'

type ErrorBoundaryProps = {
  children: ReactNode
  /** What 'Try Again' does before the children are rendered again; without it the page is reloaded. */
  onReset?: () => void
}

/** Catches what its children throw while they are drawn and shows the full-page fallback instead. (product 2) */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render() {
    const { children, onReset } = this.props
    if (!this.state.hasFailed) return children
    const reset = () => {
      onReset?.()
      this.setState({ hasFailed: false })
    }
    return <ErrorFallback onReset={onReset && reset} />
  }
}
