type RefusalDetails = { email?: string | undefined; mayLink?: boolean | undefined; cause?: unknown }

/** Why a sign-in with Google came to nothing, in words of ours: for the log and the security page, never for the browser. */
export class GoogleRefusal extends Error {
  readonly reason: string
  /** The address Google vouched for, where it came to that. */
  readonly email: string | undefined
  /** True where the address has an account that its owner may link. */
  readonly mayLink: boolean

  constructor(reason: string, { email, mayLink = false, cause }: RefusalDetails = {}) {
    super(reason, cause === undefined ? undefined : { cause })
    this.name = 'GoogleRefusal'
    this.reason = reason
    this.email = email
    this.mayLink = mayLink
  }
}
