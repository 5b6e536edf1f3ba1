import { root } from './root.ts'

/** Address of `src/islands/viewer/signed-in-bar.ts` as it was packed for this site. */
declare const SIGNED_IN_BAR: string

/**
 * Loads what signed-in people see, once, and only where the hint cookie says that there may be a session. Until the bar is
 * theirs it stays out of sight (`src/styles/menu.css`); it comes back as it was if the script does not come. (architecture 5)
 */
export function greet() {
  const { dataset } = root
  if ('viewer' in dataset || !/signed_in=1/.test(document.cookie)) return
  dataset.viewer = ''
  import(SIGNED_IN_BAR).catch(() => delete dataset.viewer)
}
