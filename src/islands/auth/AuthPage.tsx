import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '#src/ui/button-class.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { AuthTabs } from './AuthTabs.tsx'
import { $view, FORUM, openAuth } from './auth.ts'
import type { AuthTab, AuthView } from './auth-view.ts'
import { CardHeader } from './CardHeader.tsx'
import { ConfirmLink } from './ConfirmLink.tsx'
import { ConfirmRegistration } from './ConfirmRegistration.tsx'
import { ForgotPassword, NewPassword } from './password-reset.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** The heading of each view, and its purpose. */
const HEADINGS: Record<AuthTab | Exclude<AuthView['name'], 'tabs'>, { title: string; lead: string }> = {
  'sign-in': { title: 'Sign in', lead: 'Join the forum, where the people who keep plants running compare notes.' },
  register: {
    title: 'Register',
    lead: 'One account to ask, answer and keep up with the people you met at a workshop.',
  },
  forgot: { title: 'Forgot password?', lead: 'We email you a link to set a new one.' },
  'second-factor': { title: 'One more step', lead: 'Your account uses two-step verification.' },
  confirm: { title: 'Confirm your email', lead: 'This finishes your registration.' },
  email: { title: 'New email', lead: 'Confirm it to finish the change.' },
  reset: {
    title: 'New password',
    lead: 'Setting a new password signs out all other devices.',
  },
  unlock: {
    title: 'Codes locked',
    lead: 'Someone keeps entering wrong codes for your account. Set a new password to keep them out.',
  },
  redirecting: { title: 'You are signed in', lead: 'Opening the forum.' },
}

/** Everything at /auth. (product 2) */
export function AuthPage() {
  return (
    <ErrorBoundary>
      <AuthLayout />
    </ErrorBoundary>
  )
}

function AuthLayout() {
  const view = useStore($view)
  const key = view.name === 'tabs' ? view.tab : view.name
  useEffect(openAuth, [])
  const { title, lead } = HEADINGS[key]
  return (
    <div className="scheme-enamel min-h-[calc(100dvh-var(--bar))]">
      <div className="wrap grid gap-x-16 gap-y-8 py-8 lg:grid-cols-[minmax(min-content,1fr)_minmax(0,32rem)] lg:py-20">
        <div className="lg:pt-4">
          <h1 className="display text-[clamp(3rem,7vw,6rem)]">{title}</h1>
          <p className="mt-3 max-w-md text-[1.125rem] text-on-enamel-soft leading-snug lg:mt-5 lg:text-[1.25rem]">
            {lead}
          </p>
          {key === 'register' ? <NextSteps className="mt-10 hidden max-w-md lg:block" /> : <BoltDrawing />}
        </div>
        <Card at={view.name}>{renderView(view)}</Card>
        {key === 'register' && <NextSteps className="lg:hidden" />}
      </div>
    </div>
  )
}

function renderView(view: AuthView): ReactNode {
  if (view.name === 'tabs') return <AuthTabs {...view} />
  if (view.name === 'forgot') return <ForgotPassword />
  if (view.name === 'second-factor') return <SecondFactor pending={view.pending} />
  if (view.name === 'reset' || view.name === 'unlock')
    return <NewPassword key={view.token} purpose={view.name} token={view.token} />
  if (view.name === 'redirecting') return <Redirecting />
  if (view.name === 'confirm') return <ConfirmRegistration key={view.token} token={view.token} />
  return <ConfirmLink key={view.token} token={view.token} />
}

/** The card around each view. When the view changes, the focus goes to its first field, or else to the card. */
function Card({ at, children }: { at: string; children: ReactNode }) {
  const plate = useRef<HTMLDivElement>(null)
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    const field = plate.current?.querySelector<HTMLElement>('input:not([hidden])')
    ;(field ?? plate.current)?.focus()
  }, [at])
  return (
    <div ref={plate} tabIndex={-1} className="plate self-start px-5 pt-3 pb-7 outline-none sm:px-9 sm:pt-5 sm:pb-9">
      {children}
    </div>
  )
}

/** Shown until the forum opens, with a link in case the browser is slow. */
function Redirecting() {
  return (
    <div role="status">
      <CardHeader title="You are signed in">The forum is opening.</CardHeader>
      <a href={FORUM} className={buttonClass({ variant: 'outline', className: 'w-full' })}>
        Go to the forum
      </a>
    </div>
  )
}

const STEPS = [
  'You register.',
  'You confirm your address with the link we email you. Then you can sign in and read.',
  'An administrator approves your account and we email you. Then you can post.',
]

/** The steps from registration to the first post. */
function NextSteps({ className }: { className: string }) {
  return (
    <section className={className}>
      <h2 className="label text-[1.25rem] text-signal">What happens next</h2>
      <ol className="mt-3 border-enamel-line border-t-2">
        {STEPS.map((step, at) => (
          <li key={step} className="grid grid-cols-[2.25rem_1fr] border-enamel-line border-b py-3 leading-snug">
            <span className="label text-[1.5rem] leading-none">{at + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The site's logo as a technical drawing, on wide screens. */
function BoltDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 220"
      className="mt-14 hidden w-80 text-enamel-line lg:block"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M110 26 183 68v84l-73 42-73-42V68z" />
      <circle cx="110" cy="110" r="70" />
      <circle cx="110" cy="110" r="39" />
      <path d="M8 110h204M110 8v204" strokeDasharray="14 4 3 4" strokeWidth="1" />
      <path className="stroke-signal" d="m110 110 96-55.5" strokeWidth="14" />
    </svg>
  )
}
