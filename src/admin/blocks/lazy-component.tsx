import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A part of a screen that is loaded when it is first shown, such as a form behind a button, so that the screen itself stays
 * small: `const VendorEditor = lazyComponent(async () => (await import('./VendorEditor.tsx')).VendorEditor)`. Declare it at module level.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each part, when its module is read
  return function LazyComponent(props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}
