import type { Context } from '@netlify/functions'
import { purgeSoon } from './purge-pages.ts'

type Answer<Caller> = (request: Request, caller: Caller) => Promise<Response>

/**
 * A function whose writes change pages that a cache holds: they are purged as soon as the answer is ready, and no answer waits
 * for it. The scheduled function stays the guarantee. (decision 0036)
 */
export function purgingAfter<Caller extends object>(
  answer: Answer<Caller>,
): Answer<Caller & Partial<Pick<Context, 'waitUntil'>>> {
  return async (request, caller) => {
    const response = await answer(request, caller)
    const isWrite = !['GET', 'HEAD'].includes(request.method)
    if (isWrite && response.status < 400) caller.waitUntil?.(purgeSoon())
    return response
  }
}
