import type { TokenAnswer } from '#src/contract/account.ts'
import type { Instant } from '#src/contract/instant.ts'

/** A token is renewed when it expires in less than this, in milliseconds. (decision 0016) */
const RENEWED_BEFORE = 60_000

/** What access tokens need from the browser. */
export type TokenParts = {
  /** `POST /api/auth/token`. */
  fetchToken: () => Promise<TokenAnswer>
  now: () => Instant
  /** Runs `work` after this many milliseconds and returns a function that cancels it. */
  later: (work: () => void, milliseconds: number) => () => void
  /** True while the page is visible. */
  isVisible: () => boolean
  onRenewed: () => void
  /** There was no token: the session may have ended. */
  onRefused: (fault: unknown) => void
}

export type AccessTokens = {
  /** A token with at least a minute left. Fetched at most once at a time. Throws `ApiError`. */
  accessToken: () => Promise<string>
  drop: () => void
}

type Token = { value: string; expiresAt: Instant }

/**
 * The access token of this tab, only kept in memory. After its first use it is renewed before it expires while the page is
 * visible; a page in the background gets its next token when it needs one. (product 4, architecture 8)
 */
export function createAccessTokens(parts: TokenParts): AccessTokens {
  const { fetchToken, now, later, isVisible, onRenewed, onRefused } = parts
  let token: Token | undefined
  let renewing: Promise<string> | undefined
  let callOff = () => {}

  const drop = () => {
    callOff()
    token = undefined
    renewing = undefined
  }
  const renew = (): Promise<string> => {
    const asked = now()
    const isFirst = token === undefined
    const mine: Promise<string> = fetchToken().then(
      ({ access_token, expires_in }) => {
        if (renewing !== mine) return accessToken()
        token = { value: access_token, expiresAt: asked + expires_in * 1000 }
        callOff()
        callOff = later(renewInTime, Math.max(token.expiresAt - now() - RENEWED_BEFORE, RENEWED_BEFORE))
        if (!isFirst) onRenewed()
        return access_token
      },
      (fault: unknown) => {
        if (renewing === mine) onRefused(fault)
        throw fault
      },
    )
    renewing = mine
    const done = () => {
      if (renewing === mine) renewing = undefined
    }
    mine.then(done, done)
    return mine
  }
  const renewInTime = () => {
    if (isVisible() && !renewing) renew().catch(() => {})
  }
  const accessToken = async (): Promise<string> => {
    if (token && token.expiresAt - now() >= RENEWED_BEFORE) return token.value
    return renewing ?? renew()
  }
  return { accessToken, drop }
}
