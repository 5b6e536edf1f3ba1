import type { FormError } from './posting.ts'

/** Why a post was refused. It stays beside the button, so there is time to read it. */
export function FormErrorNote({ fault }: { fault: FormError | undefined }) {
  if (!fault) return null
  return (
    <div role="alert" className="flex overflow-hidden rounded-md border-2 border-stop-ink">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <p className="min-w-0 px-4 py-3 leading-snug [overflow-wrap:anywhere]">
        {fault.message}{' '}
        {fault.isSignedOut && (
          <a href="/auth" target="_blank" rel="noopener" className="font-semibold underline underline-offset-4">
            Sign in (opens in a new tab)
          </a>
        )}
      </p>
    </div>
  )
}
