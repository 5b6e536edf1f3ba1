import { useEffect, useRef, useState } from 'react'
import type { FactorInfo, PendingSignIn } from '#src/contract/factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { request } from '../call.ts'
import { startOver } from './auth.ts'
import { PasskeyFactor } from './PasskeyFactor.tsx'
import { PhoneFactor } from './PhoneFactor.tsx'
import { RecoveryCode } from './RecoveryCode.tsx'
import { TotpFactor } from './TotpFactor.tsx'

/** The second proof: one of the person's factors, or a recovery code. (product 3, security SE9) */
export function SecondFactor({ pending: { factors, hasRecoveryCodes } }: { pending: PendingSignIn }) {
  const [chosen, choose] = useState<FactorInfo | 'recovery'>(factors[0] ?? 'recovery')
  const top = useRef<HTMLDivElement>(null)
  const first = useRef(chosen)
  useEffect(() => {
    if (chosen !== first.current) top.current?.scrollIntoView()
    first.current = chosen
  }, [chosen])
  const others = factors.filter((factor) => factor !== chosen)
  return (
    <>
      <div ref={top}>{chosen === 'recovery' ? <RecoveryCode /> : <Proof key={chosen.id} factor={chosen} />}</div>
      <div className="mt-6 grid gap-1 border-plate-line border-t-2 pt-4">
        {(others.length > 0 || hasRecoveryCodes) && (
          <h3 className="label text-[1.125rem] text-plate-soft">Try another way</h3>
        )}
        {others.map((factor) => (
          <Way key={factor.id} onClick={() => choose(factor)}>
            {wayOf(factor)}
          </Way>
        ))}
        {hasRecoveryCodes && chosen !== 'recovery' && <Way onClick={() => choose('recovery')}>Use a recovery code</Way>}
        <Way onClick={() => void cancel()}>Cancel</Way>
      </div>
    </>
  )
}

function Proof({ factor }: { factor: FactorInfo }) {
  if (factor.factor_type === 'totp') return <TotpFactor factor={factor} />
  if (factor.factor_type === 'phone') return <PhoneFactor factor={factor} />
  return <PasskeyFactor factor={factor} />
}

function wayOf({ factor_type, friendly_name, phone }: FactorInfo): string {
  if (factor_type === 'phone') return `Text a code to ${phone ?? friendly_name}`
  return factor_type === 'totp' ? `Code from ${friendly_name}` : `Passkey: ${friendly_name}`
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="link" onClick={onClick} className="justify-self-start px-0! text-left">
      {children}
    </Button>
  )
}

/** Ends what has begun. Should that call fail, it ends by itself ten minutes later. */
async function cancel(): Promise<void> {
  await request('POST', '/api/auth/sign-out').catch(() => {})
  startOver()
}
