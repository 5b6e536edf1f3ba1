import type { FactorInfo } from '#src/contract/factor.ts'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { CODE_WORDING, codeInput, verifyCode } from '../factors/factor-calls.ts'
import { Form } from '../forms/Form.tsx'
import { completeMfa, isTooLate } from './second-step.ts'

/** The code of an app or a message. Enter sends it, as autofill leaves it. */
export function CodeForm({ factor }: { factor: FactorInfo }) {
  return (
    <Form
      label="Verify"
      busyLabel="Verifying..."
      schema={codeInput}
      wording={CODE_WORDING}
      send={({ code }) => verifyCode(factor, code)}
      onDone={completeMfa}
      onRefused={isTooLate}
    >
      {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
    </Form>
  )
}
