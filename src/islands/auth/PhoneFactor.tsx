import type { FactorInfo } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { useCodeSending } from '../factors/use-code-sending.ts'
import { CodeForm } from './CodeForm.tsx'
import { PlateHead } from './PlateHead.tsx'
import { isTooLate } from './second-step.ts'

/** A code by text message: sent when asked for, and again when it does not come. */
export function PhoneFactor({ factor }: { factor: FactorInfo }) {
  const { isSent, isBusy, ask, label } = useCodeSending(factor, isTooLate)
  const name = factor.phone ?? factor.friendly_name
  return (
    <>
      <PlateHead title={isSent ? 'Enter the code' : 'We text you a code'}>
        {isSent ? 'We sent it to ' : 'It goes to '}
        <strong>{name}</strong>.
      </PlateHead>
      {isSent && <CodeForm factor={factor} />}
      <Button
        variant={isSent ? 'ghost' : 'hero'}
        size={isSent ? 'default' : 'lg'}
        disabled={isBusy}
        onClick={ask}
        className={`w-full ${isSent ? 'mt-3' : ''}`}
      >
        {label}
      </Button>
    </>
  )
}
