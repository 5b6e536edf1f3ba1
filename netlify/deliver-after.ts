import type { Context } from '@netlify/functions'
import { runtime } from './runtime.ts'

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function whose requests may leave mail: it is carried out as soon as the answer is ready, and no answer waits for it.
 * The scheduled function stays the guarantee; this makes the link to confirm an address arrive in a second.
 */
export function deliveringAfter<Caller extends object>(
  answer: Answer<Caller>,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const response = await answer(request, caller)
    if (mayHaveWritten(request, response)) caller.waitUntil?.(runtime().wakeOutbox())
    return response
  }
}

/** The way back from another site is a GET that signs in: it ends in a redirect. */
function mayHaveWritten({ method }: Request, { status }: Response): boolean {
  return status < 400 && (!['GET', 'HEAD'].includes(method) || status >= 300)
}
