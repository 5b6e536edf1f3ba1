import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

type ErrorFallbackProps = {
  title?: string
  message?: string
  /** What 'Try Again' does; without it the page is loaded again. */
  onReset?: (() => void) | undefined
}

/** Shown in place of a page that failed to render. (product 2) */
export function ErrorFallback({
  title = 'Something went wrong',
  message = 'An unexpected error occurred. Please try refreshing the page.',
  onReset = () => location.reload(),
}: ErrorFallbackProps) {
  return (
    <div className="wrap message-page">
      <Alert title={title}>
        <p>{message}</p>
        <div>
          <Button onClick={onReset}>Try Again</Button>
          <Button variant="outline" asChild>
            <a href="/">Go Home</a>
          </Button>
        </div>
      </Alert>
    </div>
  )
}
