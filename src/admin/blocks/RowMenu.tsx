import { EllipsisVertical } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonClass } from '#src/ui/button-class.ts'

/** One thing that can be done with a row. With a reason it stands there, but cannot be done. */
export type RowAction = {
  label: string
  run: () => void
  disabledReason?: string | undefined
  /** True for what loses something. */
  isDestructive?: boolean
}

/** The actions of one row behind one button. Not modal: Radix would then lock the page by a style our policy refuses. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Actions for ${name}`}
        className={buttonClass({ variant: 'ghost', size: 'icon', className: 'size-10!' })}
      >
        <EllipsisVertical aria-hidden="true" className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={12} className="admin-menu">
          {actions.map(({ label, run, disabledReason, isDestructive }) => (
            <DropdownMenu.Item
              key={label}
              disabled={disabledReason !== undefined}
              onSelect={run}
              data-destructive={isDestructive || undefined}
              className="admin-menu-item"
            >
              {label}
              {disabledReason && <span className="block text-[.8125rem] text-soft">{disabledReason}</span>}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
