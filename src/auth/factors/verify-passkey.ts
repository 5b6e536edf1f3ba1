import type { Db } from '#db/client.ts'
import { acceptCount, acceptCredential } from '#src/domain/factors/accept-answer.ts'
import type { Factor } from '#src/domain/factors/list-factors.ts'
import type { LetterSite } from '#src/domain/outbox/letter.ts'
import type { ChallengeResult } from './answer-challenge.ts'

/** `challenge` is that of a question just used up; undefined if it was over. */
type Given = { challenge: string | null | undefined; sent: unknown; site: LetterSite }

/** Judges what a browser's passkey says: a new one for a factor that waits for it, else a signature. (security AN9) */
export async function verifyPasskey(
  tx: Db,
  factor: Factor,
  { challenge, sent, site }: Given,
): Promise<ChallengeResult> {
  if (!challenge) return 'over'
  if (factor.status === 'verified') return judgeSignature(tx, factor, { challenge, sent, site })
  const { readCreated } = await import('./webauthn.ts')
  const credential = await readCreated(site, challenge, sent)
  if (!credential) return 'wrong'
  await acceptCredential(tx, factor.id, credential)
  return 'right'
}

async function judgeSignature(
  tx: Db,
  passkey: Factor,
  { challenge, sent, site }: { challenge: string; sent: unknown; site: LetterSite },
): Promise<ChallengeResult> {
  const { readAsserted } = await import('./webauthn.ts')
  const count = await readAsserted(site, challenge, { passkey, sent })
  return count !== undefined && (await acceptCount(tx, passkey.id, count)) ? 'right' : 'wrong'
}
