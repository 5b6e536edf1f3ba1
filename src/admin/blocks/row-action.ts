/** An action in the menu of a row. With a `disabledReason` it is shown, but disabled. */
export type RowAction = {
  label: string
  run: () => void
  disabledReason?: string | undefined
  /** True if it deletes or ends something. */
  isDestructive?: boolean
}
