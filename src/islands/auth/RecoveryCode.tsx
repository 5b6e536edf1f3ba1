import { FACTOR_SENTENCE, recoveryCodeInput } from '#src/contract/factor.ts'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { request } from '../call.ts'
import { CODE_WORDING } from '../factors/factor-calls.ts'
import { Form } from '../forms/Form.tsx'
import { PlateHead } from './PlateHead.tsx'
import { completeMfa, isTooLate } from './second-step.ts'

const schema = recoveryCodeInput.refine(({ code }) => code !== '', { path: ['code'], error: FACTOR_SENTENCE.code })

/** One of the ten codes that were told once, instead of a factor that is lost. Each works once. */
export function RecoveryCode() {
  return (
    <>
      <PlateHead title="Use a recovery code">
        Enter one of the recovery codes you saved. Each works once, with or without hyphens.
      </PlateHead>
      <Form
        label="Verify"
        busyLabel="Verifying..."
        schema={schema}
        wording={CODE_WORDING}
        send={(input) => request('POST', '/api/auth/recovery-codes/verify', { json: input })}
        onDone={completeMfa}
        onRefused={isTooLate}
      >
        {({ code }) => (
          <CodeInput
            label="Recovery code"
            name="code"
            inputMode="text"
            autoComplete="off"
            required
            autoFocus
            error={code}
          />
        )}
      </Form>
    </>
  )
}
