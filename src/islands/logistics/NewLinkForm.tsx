import { NEW_LINK_SENT } from '#src/contract/logistics.ts'
import { newLinkInput } from '#src/contract/logistics-input.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { notify } from '../toasts.ts'

/** Asks for a new link. The answer is the same for every address. (security LG2) */
export function NewLinkForm() {
  return (
    <Form
      schema={newLinkInput}
      send={(json) => request('POST', '/api/logistics/new-link', { json })}
      onDone={() => notify({ kind: 'success', title: 'Check your email', message: NEW_LINK_SENT })}
      wording={{ failed: 'Your request could not be sent. Please try again.' }}
      label="Send me a new link"
      busyLabel="Sending..."
    >
      {(errors) => (
        <TextInput
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="The address that the link was sent to."
          error={errors.email}
        />
      )}
    </Form>
  )
}
