import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** What a `<dialog>` element carries to be a modal one. */
type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  onCancel: (event: SyntheticEvent) => void
}

/**
 * Makes a dialog modal for as long as it is in the page: the browser keeps the focus inside and gives it back. Escape, a
 * phone's way back and a click beside it ask `onClose`, which decides. The dialog is closed before it leaves the page,
 * because only closing returns the focus.
 */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const ask = useRef(onClose)
  ask.current = onClose
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-focus-first]')?.focus()
    // A browser that is asked twice without a touch between closes a dialog by itself. Whether it closes is not its choice.
    const reopen = () => {
      if (dialog.open) return
      dialog.showModal()
      ask.current()
    }
    dialog.addEventListener('close', reopen)
    const unlisten = onClickBeside(dialog, () => ask.current())
    return () => {
      unlisten()
      dialog.removeEventListener('close', reopen)
      dialog.close()
    }
  }, [])
  return {
    ref,
    // Before the browser counts the key as a wish to close: it grants two of them and takes the third without asking.
    onKeyDown: (event) => {
      const isMine = event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing
      if (!isMine || ref.current?.querySelector(':popover-open:not([popover=manual])')) return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    },
    onCancel: (event) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
  }
}

/** Clicks that begin and end beside the dialog; one that selects text and slips out of it is none. */
function onClickBeside(dialog: HTMLDialogElement, act: () => void): () => void {
  let hasBegun = false
  const begin = ({ target }: Event) => {
    hasBegun = target === dialog
  }
  const end = ({ target }: Event) => {
    if (hasBegun && target === dialog) act()
  }
  dialog.addEventListener('pointerdown', begin)
  dialog.addEventListener('click', end)
  return () => {
    dialog.removeEventListener('pointerdown', begin)
    dialog.removeEventListener('click', end)
  }
}
