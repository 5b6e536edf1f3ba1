import type { FactorInfo } from '#src/contract/factor.ts'
import { CodeInput } from '#src/ui/CodeInput.tsx'
import { Form } from '../forms/Form.tsx'
import { codeInput, isTooLate, proven, verifyCode, WORDING } from './factors.ts'

/** The code of an app or a message. Enter sends it, as autofill leaves it. */
export function CodeForm({ factor }: { factor: FactorInfo }) {
  return (
    <Form
      label="Verify"
      busyLabel="Verifying..."
      schema={codeInput}
      wording={WORDING}
      send={({ code }) => verifyCode(factor, code)}
      onDone={proven}
      onRefused={isTooLate}
    >
      {({ code }) => <CodeInput label="Code" name="code" required autoFocus error={code} />}
    </Form>
  )
}
