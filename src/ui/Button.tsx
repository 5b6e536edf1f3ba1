import { type ComponentPropsWithRef, cloneElement, type ReactElement } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

type Child = ReactElement<{ className?: string | undefined }>
type AsButton = ComponentPropsWithRef<'button'> & { asChild?: false }
type AsChild = { asChild: true; className?: string; children: Child }

/** A button, or with `asChild` its one child (a link, say) in a button's clothes. */
export function Button({ variant, size, ...rest }: ButtonLook & (AsButton | AsChild)) {
  const className = buttonClass({ variant, size, className: rest.className })
  if (rest.asChild) return cloneElement(rest.children, { className })
  const { asChild: _, ...button } = rest
  return <button type="button" {...button} className={className} />
}
