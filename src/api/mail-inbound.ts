import { timingSafeEqual } from 'node:crypto'
import { Failure } from '#src/contract/failure.ts'
import { MOST_SOURCE } from '#src/contract/mail-round-trip.ts'
import { receiveSource } from '#src/domain/mail-round-trips/mail-round-trips.ts'
import { readMailSource } from './body.ts'
import { limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/** A form has boundaries and other fields, and may escape each byte. */
const LARGEST_BODY = 3 * MOST_SOURCE

/**
 * The address to which a mail provider posts the mails of round trips. Only the secret in the path counts: the calls come from
 * the provider's servers. Where the environment names no secret, there is no such address. (decision 0056)
 */
export const mailInboundRoutes = routes('public', { checksOrigin: false }).post(
  '/:secret',
  noStore,
  limitedReads('publicApi'),
  async (c) => {
    const { db, env, clock } = c.var
    if (!isSecret(c.req.param('secret'), env.mailInboundSecret)) throw new Failure('not_found', SENTENCE.notFound)
    const source = await readMailSource(c.req.raw, LARGEST_BODY)
    if (source.length > MOST_SOURCE) throw new Failure('too_large', SENTENCE.tooLarge)
    await receiveSource(db, source, clock())
    return c.body(null, 202)
  },
)

function isSecret(given: string, secret: string | undefined): boolean {
  if (secret === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}
