import type { Landing } from '#src/contract/landing.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ButtonLook } from '#src/ui/button-class.ts'
import { Timed } from './Timed.tsx'

type RegisterProps = Pick<Landing, 'register' | 'now'> & { variant: ButtonLook['variant'] }

/** The register spot: a link that opens the registration address in a new tab, or the sentence why there is none. (spec 2) */
export function Register({ register, now, variant }: RegisterProps) {
  return (
    <div data-register className="print:hidden">
      <Timed spans={register} now={now}>
        {(spot) =>
          'href' in spot ? (
            <Button asChild variant={variant} size="lg" className="w-full">
              <a href={spot.href} target="_blank" rel="noopener">
                {spot.label}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </Button>
          ) : (
            <p className="rounded-md border-2 border-current border-dashed px-5 py-3 text-center font-semibold leading-snug">
              {spot.closed}
            </p>
          )
        }
      </Timed>
    </div>
  )
}
