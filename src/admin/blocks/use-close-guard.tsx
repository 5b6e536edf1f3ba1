import { hasUnsaved } from '#src/islands/unload-warning.ts'
import { confirm } from './confirm.ts'

/**
 * What Escape, a click outside and Cancel of a dialog call: it closes, and asks first if typed text would be lost. Without
 * `isDirty`, the forms in the dialog report unsaved text with `useUnloadWarning`.
 */
export function useCloseGuard(
  onClose: () => void,
  isDirty: () => boolean = hasUnsaved,
  loss = 'What you entered will be lost.',
): () => void {
  return () => {
    if (!isDirty()) return onClose()
    confirm({
      title: 'Unsaved Changes',
      message: <p>{loss}</p>,
      label: 'Close Anyway',
      busyLabel: 'Closing...',
      act: async () => onClose(),
    })
  }
}
