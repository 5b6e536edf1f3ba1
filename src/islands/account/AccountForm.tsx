import { Form, type FormProps } from '../forms/Form.tsx'
import { confirmed } from './account.ts'
import { isCancelled } from './step-up.ts'

/** A form that changes one's own account: asks for a fresh proof where the server wants one, and is silent if none is given. */
export function AccountForm<Input, Answer>(props: Omit<FormProps<Input, Answer>, 'onRefused'>) {
  const { send } = props
  return (
    <Form
      look={{ variant: 'default' }}
      {...props}
      send={(input) => confirmed(() => send(input))}
      onRefused={isCancelled}
    />
  )
}
