import { Hono } from 'hono'
import { mailProvider } from '#src/contract/bounce-note.ts'
import { Failure } from '#src/contract/failure.ts'
import { recordNotes } from '#src/domain/deliveries/record-notes.ts'
import type { HookReading } from '#src/platform/mail-hooks/mail-hook.ts'
import type { MailHooks } from '#src/platform/mail-hooks/open-hooks.ts'
import { readHookBody } from './body.ts'
import type { ApiEnv } from './context.ts'
import { limitedReads } from './limits.ts'
import { noStore } from './request.ts'
import { routes } from './routes.ts'
import { SENTENCE } from './sentences.ts'

/**
 * Where mail providers report bounces and complaints. They call from servers of their own, without a cookie: only the signature
 * counts, and it is checked before anything is believed. The hooks are opened at the first call. They are answered at every level
 * of the gate, because mail is sent at every level. (decision 0050, security MD3, MD4)
 */
export function mailHooksApi(openHooks: () => MailHooks): Hono<ApiEnv> {
  let hooks: MailHooks | undefined
  const hookRoutes = routes('public', { checksOrigin: false }).post(
    '/:provider',
    noStore,
    limitedReads('mailHooks'),
    async (c) => {
      hooks ??= openHooks()
      const provider = mailProvider.safeParse(c.req.param('provider')).data
      const read = provider && hooks[provider]
      if (!read) throw new Failure('not_found', SENTENCE.notFound)
      const call = { headers: c.req.raw.headers, body: await readHookBody(c.req.raw) }
      const reading = await read(call, c.var.clock()).catch(refuse)
      if (!reading) throw new Failure('unauthenticated', SENTENCE.notSigned)
      await recordNotes(c.var.db, { provider, ...reading }, c.var.clock())
      return c.body(null, 204)
    },
  )
  return new Hono<ApiEnv>().route('/api/mail-hooks', hookRoutes)
}

/** A body that is signed and no JSON, or a certificate that could not be fetched: then the provider tries again. */
function refuse(cause: unknown): HookReading {
  if (cause instanceof SyntaxError) throw new Failure('invalid', SENTENCE.malformed, { cause })
  throw new Failure('unavailable', SENTENCE.unavailable, { cause })
}
