import {
  type ComponentPropsWithRef,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type SyntheticEvent,
} from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

type Child = ReactElement<{ className?: string | undefined }>
type AsButton = ComponentPropsWithRef<'button'> & {
  asChild?: false
  /**
   * True while its action runs: it looks disabled and does nothing, but unlike a disabled button it keeps the focus. False for a
   * button that can be busy: the second click of a double click, which often comes before it is, does nothing either.
   */
  isBusy?: boolean | undefined
}
type AsChild = { asChild: true; className?: string; children: Child }

/** A button, or with `asChild` its one child (a link, say) in a button's clothes. */
export function Button({ variant, size, ...rest }: ButtonLook & (AsButton | AsChild)) {
  const getClass = (more = '') => buttonClass({ variant, size, className: `${rest.className ?? ''}${more}` })
  if (rest.asChild) return cloneElement(rest.children, { className: getClass() })
  const { asChild: _, isBusy, ...button } = rest
  const press = isBusy === undefined ? {} : { onClick: onceFor(button.onClick) }
  if (!isBusy) return <button type="button" {...button} {...press} className={getClass()} />
  return (
    <button
      type="button"
      {...button}
      aria-disabled
      aria-busy
      onClick={ignore}
      className={getClass(' cursor-not-allowed opacity-60')}
    />
  )
}

const onceFor = (press: AsButton['onClick']) => (event: MouseEvent<HTMLButtonElement>) =>
  event.detail > 1 ? ignore(event) : press?.(event)

/** Stops a click, and with it the submission of a form. */
function ignore(event: SyntheticEvent): void {
  event.preventDefault()
}
