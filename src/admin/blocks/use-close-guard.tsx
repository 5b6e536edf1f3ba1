import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasUnsaved, wouldLoseText } from '#src/islands/unload-warning.ts'
import type { ADDRESSES, AdminPath } from '../addresses.ts'
import { confirm } from './confirm.ts'

/**
 * What Escape, a click outside and Cancel of a dialog call: it closes, and asks first if typed text would be lost. Without
 * `isDirty`, the forms in the dialog report unsaved text with `useUnloadWarning`.
 */
export function useCloseGuard(onClose: () => void, isDirty: () => boolean = hasUnsaved, loss?: string): () => void {
  return () => (isDirty() ? askBeforeLoss(onClose, loss) : onClose())
}

function askBeforeLoss(close: () => void, loss = 'What you entered will be lost.'): void {
  confirm({
    title: 'Unsaved Changes',
    message: <p>{loss}</p>,
    label: 'Close Anyway',
    busyLabel: 'Closing...',
    act: async () => close(),
  })
}

type Step = Parameters<BlockerFn>[0]

/** The browser's Back and Forward, links and the palette ask the same question if a form with unsaved text would close. */
export function useLeaveGuard(): void {
  const { history } = useRouter()
  useEffect(() => {
    const blockerFn = (step: Step) => {
      if (!wouldLoseText() || !closesForm(step)) return false
      const { action, currentLocation, nextLocation } = step
      const { href, state } = nextLocation
      const ignoreBlocker = { ignoreBlocker: true }
      // The address goes back to the form at once, and the step is taken again after the answer.
      askBeforeLoss(() => {
        if (action === 'PUSH') history.push(href, state, ignoreBlocker)
        else if (action === 'REPLACE') history.replace(href, state, ignoreBlocker)
        else history.go(state.__TSR_index - currentLocation.state.__TSR_index, ignoreBlocker)
      })
      return true
    }
    return history.block({ blockerFn, enableBeforeUnload: false })
  }, [history])
}

type ParameterName = { [Path in AdminPath]: keyof (typeof ADDRESSES)[Path] }[AdminPath]

/** The search parameters that say what is open. A change of any other one, such as a filter, keeps a form open. */
const OPENING: readonly ParameterName[] = [
  ...(['edit', 'copy', 'wish', 'task', 'proposal', 'report', 'person', 'entry', 'history', 'message'] as const),
  ...(['id', 'event', 'tab', 'part'] as const),
]

/**
 * True if a step to another address closes the forms of this one. A form that was saved or closed replaces its own address, and
 * is not asked about again.
 */
export function closesForm({ currentLocation: from, nextLocation: to, action }: Step): boolean {
  if (from.pathname !== to.pathname) return true
  const names: readonly ParameterName[] = action === 'REPLACE' ? ['tab'] : OPENING
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return names.some((name) => before.get(name) !== after.get(name))
}
