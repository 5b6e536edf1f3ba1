import type { Ref } from 'react'

const MEANINGLESS = 'kq7w-3fz'

/**
 * A field no person sees, hears of or tabs to. Neither name nor autocomplete say anything to a browser or password manager,
 * which would fill in what they know. (security AX7, P-26)
 */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute top-0 left-[-200vw] size-px overflow-hidden">
      <input ref={ref} type="text" name={MEANINGLESS} tabIndex={-1} autoComplete={MEANINGLESS} defaultValue="" />
    </div>
  )
}
