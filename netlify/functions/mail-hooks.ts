import type { Config } from '@netlify/functions'
import { countingAfter } from '#netlify/calls.ts'
import { runtime } from '#netlify/runtime.ts'
import { serve } from '#netlify/serve.ts'
import { mailHooksApi } from '#src/api/mail-hooks.ts'
import { openHooks } from '#src/platform/mail-hooks/open-hooks.ts'

export default countingAfter('mail-hooks', serve(mailHooksApi(() => openHooks(runtime().env.mailHooks))))

/** `public` leaves these paths out, so that no request is claimed twice. */
export const config: Config = { path: '/api/mail-hooks/*' }
