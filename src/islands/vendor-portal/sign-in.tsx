import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { vendorSignInInput } from '#src/contract/vendor-portal.ts'
import { Button } from '#src/ui/Button.tsx'
import { CardHeader, Outcome } from '../auth/CardHeader.tsx'
import { EmailInput } from '../auth/inputs.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { DeadLink } from '../resource/LinkOutcome.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { linkOf, type OpenedLink, type PortalLinkName, press } from './portal.ts'

/** Asks for a link to sign in. Every address gets the same answer. (security VP4) */
export function AskForLink() {
  const [message, setMessage] = useState<string>()
  if (message !== undefined)
    return (
      <Outcome role="status" title="Check your email">
        <p>{message}</p>
        <p className="mt-4">
          Nothing after a few minutes? Check your spam folder, or ask the person who invited you for a new invitation.
        </p>
        <Button variant="outline" className="mt-6 w-full" onClick={() => setMessage(undefined)}>
          Use another address
        </Button>
      </Outcome>
    )
  return (
    <>
      <CardHeader title="Sign in">
        Enter the email address that we invited. We email you a link: there is no account and no password.
      </CardHeader>
      <LinkForm onSent={setMessage} />
    </>
  )
}

function LinkForm({ onSent }: { onSent: (message: string) => void }) {
  return (
    <Form
      label="Email me a link"
      busyLabel="Sending..."
      schema={vendorSignInInput}
      wording={{ failed: 'The link could not be sent. Please try again.' }}
      send={(input) => request('POST', '/api/vendor/sign-in', { json: input })}
      onDone={(answer) => onSent(answer.message)}
    >
      {({ email }) => <EmailInput autoComplete="email" error={email} />}
    </Form>
  )
}

const WORDS = {
  'sign-in': {
    title: 'Sign in to the portal',
    label: 'Sign in',
    busyLabel: 'Signing in...',
    life: 'Sign-in links work once, for 15 minutes.',
  },
  invite: {
    title: 'You are invited',
    label: 'Accept and open the portal',
    busyLabel: 'Opening...',
    life: 'Invitations work once, for 14 days.',
  },
}

/** The link of an email: what it is for, and the button that uses it. A mail scanner that opens the page changes nothing. (security VP5) */
export function OpenedLinkView({ name }: { name: PortalLinkName }) {
  const link = linkOf(name)
  const state = useStore(link.$state)
  const isDead = state.status === 'failed' && link.explain(state.fault) === 'dead'
  const [message, setMessage] = useState<string>()
  if (message !== undefined)
    return (
      <Outcome role="status" title="Check your email">
        {message}
      </Outcome>
    )
  if (isDead)
    return (
      <DeadLink next={<LinkForm onSent={setMessage} />}>
        {LINK_DEAD} {WORDS[name].life} Request a new link. We send it if your address has access.
      </DeadLink>
    )
  return (
    <ResourceState of={link} what="the link">
      {(opened) => <Ready name={name} opened={opened} />}
    </ResourceState>
  )
}

function Ready({ name, opened }: { name: PortalLinkName; opened: OpenedLink }) {
  const { title, label, busyLabel } = WORDS[name]
  return (
    <>
      <CardHeader title={title}>
        {opened.name}, this opens the vendor portal for <strong>{opened.vendorName}</strong>, once you press the button.
      </CardHeader>
      {opened.failure !== null && (
        <p role="alert" className="note mb-5">
          <strong className="block">Sign-in failed.</strong> {opened.failure}
        </p>
      )}
      <Button variant="hero" size="lg" isBusy={opened.isBusy} onClick={() => void press(name)} className="w-full">
        {opened.isBusy ? busyLabel : label}
      </Button>
    </>
  )
}
