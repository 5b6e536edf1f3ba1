import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'

/** A part of the app could not be fetched, because the connection was lost or a deploy has replaced it. */
export class MissingCode extends Error {}

/** Each browser words this differently. */
const MISSING = /dynamically imported module|importing a module script|module script failed|unable to preload/i

/** Loads a part of the app. Throws `MissingCode` if it could not be fetched. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const isMissing = cause instanceof Error && MISSING.test(cause.message)
    throw isMissing ? new MissingCode('A part of the app could not be fetched', { cause }) : cause
  }
}

/**
 * A part of a screen that is loaded when it is first shown, such as a form behind a button, so that the screen itself stays
 * small: `const VendorEditor = lazyComponent(async () => (await import('./VendorEditor.tsx')).VendorEditor)`. Declare it at module level.
 * If it cannot be fetched, a notice with a retry is shown in its place, and the screen keeps what was typed into it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const toPart = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadCode(load) }
      } catch (cause) {
        latest = toPart()
        throw cause
      }
    })
  let latest = toPart()
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each part, when its module is read
  return function LazyComponent(props) {
    const [Part, setPart] = useState(() => latest)
    return (
      <MissingPart isInPlace={fallback !== null} onRetry={() => setPart(() => latest)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </MissingPart>
    )
  }
}

type MissingPartProps = { children: ReactNode; isInPlace: boolean; onRetry: () => void }

/** Says that a part could not be loaded: in its place, or at the foot of the window for a part such as a dialog. */
class MissingPart extends Component<MissingPartProps, { fault: unknown }> {
  override state = { fault: undefined }

  static getDerivedStateFromError(fault: unknown): { fault: unknown } {
    return { fault }
  }

  override render() {
    const { fault } = this.state
    const { children, isInPlace, onRetry } = this.props
    if (fault === undefined) return children
    if (!((fault as unknown) instanceof MissingCode)) throw fault
    const retry = () => {
      onRetry()
      this.setState({ fault: undefined })
    }
    return (
      <div
        role="alert"
        className={`flex overflow-hidden rounded-md border-2 border-stop-ink bg-surface ${isInPlace ? '' : 'fixed inset-x-4 bottom-4 z-20 mx-auto max-w-lg'}`}
      >
        <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
        <div className="px-5 py-4">
          <p className="font-semibold">This part could not be loaded.</p>
          <p className="mt-1 leading-snug">Check your connection. If the site was updated, reload the page.</p>
          <Button variant="outline" size="sm" onClick={retry} className="mt-4">
            Try again
          </Button>
        </div>
      </div>
    )
  }
}
