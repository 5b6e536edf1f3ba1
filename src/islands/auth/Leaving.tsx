import { buttonClass } from '#src/ui/button-class.ts'
import { FORUM } from './auth.ts'
import { PlateHead } from './PlateHead.tsx'

/** The moment before the forum, with a way on should the browser be slow to go. */
export function Leaving() {
  return (
    <div role="status">
      <PlateHead title="You are signed in">The forum is opening.</PlateHead>
      <a href={FORUM} className={buttonClass({ variant: 'outline', className: 'w-full' })}>
        Go to the forum
      </a>
    </div>
  )
}
