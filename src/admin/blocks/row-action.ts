import type { ComponentPropsWithRef, ComponentType } from 'react'

/** An action in the menu of a row. With a `disabledReason` it is shown, but disabled. */
export type RowAction = {
  label: string
  run: () => void
  disabledReason?: string | undefined
  /** True if it deletes or ends something. */
  isDestructive?: boolean
}

/** What the menu of a row is given. It is declared here because the button loads the menu. */
export type OpenedMenuProps = {
  name: string
  actions: readonly RowAction[]
  /** The action that gets the focus; -1 for none, as after a click. */
  startAt: number
  /** The button that opens and closes the menu. */
  Button: ComponentType<ComponentPropsWithRef<'button'> & { name: string }>
}
