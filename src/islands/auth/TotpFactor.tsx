import type { FactorInfo } from '#src/contract/factor.ts'
import { CodeForm } from './CodeForm.tsx'
import { PlateHead } from './PlateHead.tsx'

export function TotpFactor({ factor }: { factor: FactorInfo }) {
  return (
    <>
      <PlateHead title="Enter the code">
        Enter the six digits that <strong>{factor.friendly_name}</strong> shows.
      </PlateHead>
      <CodeForm factor={factor} />
    </>
  )
}
