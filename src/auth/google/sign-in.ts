import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import { enterByGoogle, type GooglePerson } from '#src/domain/accounts/google-account.ts'
import type { CommandContext } from '#src/domain/command-context.ts'
import { type Caller, completeSignIn, type SignInResult } from '../complete-sign-in.ts'
import { type Attempt, isSame } from './attempt.ts'
import { redeemCode } from './authorization.ts'
import { verifyIdToken } from './id-token.ts'
import { findProvider, type GoogleClient } from './provider.ts'
import { GoogleRefusal } from './refusal.ts'

const LONGEST_CODE = 2_000

/** True if what came back belongs to the try this browser began: one state, and it is the same. (security AN10) */
export function isAnswerTo(attempt: Attempt, answer: URLSearchParams): boolean {
  const [state, ...more] = answer.getAll('state')
  return more.length === 0 && isSame(attempt.state, state)
}

/** Who Google says is there, from the answer to a try of this browser's. Throws `GoogleRefusal`. */
export async function identify(
  google: GoogleClient,
  { attempt, answer }: { attempt: Attempt; answer: URLSearchParams },
  { siteUrl, now }: { siteUrl: string; now: Instant },
): Promise<GooglePerson> {
  const code = readCode(answer, google.issuer)
  const provider = await findProvider(google.issuer, now)
  const token = await redeemCode(google, provider, { code, verifier: attempt.verifier, siteUrl })
  return verifyIdToken(token, google, { keys: provider.keys, nonce: attempt.nonce })
}

/** Lets somebody in whom Google vouches for, or as far as a second factor. Throws `GoogleRefusal` for who stays outside. */
export async function signInWithGoogle(
  db: Db,
  person: GooglePerson,
  { context, caller }: { context: CommandContext; caller: Caller },
): Promise<SignInResult> {
  return db.transaction(async (tx) => {
    const entrance = await enterByGoogle(tx, person, context)
    if ('refused' in entrance) {
      throw new GoogleRefusal(entrance.refused, { email: person.email, mayLink: entrance.mayLink })
    }
    return completeSignIn(tx, { userId: entrance.userId, email: person.email, method: 'google' }, caller)
  })
}

/** Google names itself in the answer; another's code is not taken to it. (RFC 9207) */
function readCode(answer: URLSearchParams, issuer: string): string {
  const error = answer.get('error')
  if (error !== null) throw new GoogleRefusal(`provider said: ${/^[a-z_]{1,40}$/.test(error) ? error : 'no'}`)
  const [code, ...more] = answer.getAll('code')
  if (!code || code.length > LONGEST_CODE || more.length > 0) throw new GoogleRefusal('no code')
  const named = answer.get('iss')
  if (named !== null && named !== issuer) throw new GoogleRefusal('another issuer answered')
  return code
}
