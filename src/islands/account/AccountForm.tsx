import { Form, type FormProps } from '../forms/Form.tsx'
import { withStepUp } from './account.ts'
import { isCancelled } from './step-up.ts'

/** A form that changes the viewer's account. It asks for step-up verification if the server wants it, and shows no error if the viewer cancels that. */
export function AccountForm<Input, Answer>(props: Omit<FormProps<Input, Answer>, 'onRefused'>) {
  const { send } = props
  return (
    <Form
      look={{ variant: 'default' }}
      {...props}
      send={(input) => withStepUp(() => send(input))}
      onRefused={isCancelled}
    />
  )
}
