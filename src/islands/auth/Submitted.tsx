import { useEffect, useRef } from 'react'
import { ACCOUNT_SENTENCE, type MessageAnswer } from '#src/contract/account.ts'
import { Button } from '#src/ui/Button.tsx'
import { show } from './auth.ts'
import { SIGN_IN } from './auth-view.ts'

/** What the toast said, for as long as somebody needs it. (WCAG 2.2.1) */
export function Submitted({ told, onAgain }: { told: MessageAnswer; onAgain: () => void }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="submitted" className="pt-8 outline-none">
      <h2 id="submitted" className="display text-[2.25rem]">
        {told.title}
      </h2>
      <p className="mt-3 leading-snug">{told.message}</p>
      <h3 className="label mt-7 text-[1.25rem]">Check your email</h3>
      <p className="mt-1 leading-snug">
        {ACCOUNT_SENTENCE.checkEmail} It works for 24 hours and asks for the password you just chose. Not there? Check
        your spam folder, or register again to get a new link.
      </p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={() => show(SIGN_IN)}>Go to sign in</Button>
        <Button variant="outline" onClick={onAgain}>
          Register again
        </Button>
      </div>
    </section>
  )
}
