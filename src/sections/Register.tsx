import { type RegisterPlace, toRegisterAct } from '#src/contract/analytics.ts'
import type { Landing } from '#src/contract/landing.ts'
import type { Registration } from '#src/contract/landing-copy.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ButtonLook } from '#src/ui/button-class.ts'
import { Timed } from './Timed.tsx'

type Link = Extract<Registration, { href: string }>
type RegisterProps = Pick<Landing, 'register' | 'now'> & { variant: ButtonLook['variant']; place: RegisterPlace }

/** The register spot: a link that opens in a new tab, or the sentence why there is none. (product 2) */
export function Register({ register, now, variant, place }: RegisterProps) {
  return (
    <div data-register="">
      <Timed spans={register} now={now}>
        {(spot) => ('href' in spot ? <Open spot={spot} variant={variant} place={place} /> : <Closed spot={spot} />)}
      </Timed>
    </div>
  )
}

function Open({ spot, variant, place }: { spot: Link } & Pick<RegisterProps, 'variant' | 'place'>) {
  return (
    <Button asChild variant={variant} size="lg" className="print:hidden">
      <a href={spot.href} target="_blank" rel="noopener" data-act={toRegisterAct(place)}>
        {spot.label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </Button>
  )
}

/** The sentence is printed too; the link to other workshops is not. */
function Closed({ spot: { closed, others } }: { spot: Exclude<Registration, Link> }) {
  return (
    <>
      <p className="closed-note">{closed}</p>
      {others && (
        <a className="mt-3 text-link print:hidden" href={others.href}>
          {others.label}
        </a>
      )}
    </>
  )
}
