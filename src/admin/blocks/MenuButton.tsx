import { EllipsisVertical } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { buttonClass } from '#src/ui/button-class.ts'

/** The button behind which the actions of a row stand. */
export function MenuButton({ name, ...button }: ComponentPropsWithRef<'button'> & { name: string }) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...button}
      aria-label={`Actions for ${name}`}
      className={buttonClass({ variant: 'ghost', size: 'icon', className: 'size-10!' })}
    >
      <EllipsisVertical aria-hidden="true" className="size-5" />
    </button>
  )
}
