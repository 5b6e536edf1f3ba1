import { ApiError, toApiError } from '../call.ts'
import { createResource, type Resource } from './resource.ts'

/** Why a link shows nothing. It is `gone` when the page was opened without it, or reloaded after it left the address bar. */
export type LinkFault = 'dead' | 'gone' | 'failed'

type LinkResource<T> = Pick<Resource<T>, '$state' | 'load' | 'change'> & {
  /** Loads what is behind the link with this token. Nothing is requested without one, or for a text that cannot be one. */
  open: (token: string | undefined) => Promise<void>
  /**
   * Does something with the link: shows `begun`, and then what `act` answers or what `failed` makes of its fault. After a
   * dead link nothing is left.
   */
  act: (begun: T, act: () => Promise<T>, failed: (fault: ApiError) => T) => Promise<void>
  /** Why it could not be loaded. */
  explain: (fault: ApiError) => LinkFault
}

const GONE = new ApiError({ status: 0, code: 'link_gone', detail: 'Open the link in our email again.' })

/**
 * What is behind a link that anyone with it may open. The token is only kept in memory, and only the answer to the last link
 * counts. `dead` is what the server says of a link that is unknown, expired or somebody else's. (security TL5, TL6)
 */
export function createLinkResource<T>(read: (token: string) => Promise<T>, dead: string): LinkResource<T> {
  let token: string | undefined
  const { $state, load, change, forget } = createResource(async () => {
    if (token === undefined) throw GONE
    if (!/^[\w-]{1,200}$/.test(token)) throw new ApiError({ status: 404, code: 'not_found', detail: dead })
    return read(token)
  })
  const open = (opened: string | undefined) => {
    token = opened
    forget()
    return load()
  }
  const explain = (fault: ApiError) => {
    if (fault === GONE) return 'gone'
    return fault.detail === dead ? 'dead' : 'failed'
  }
  const act: LinkResource<T>['act'] = async (begun, work, failed) => {
    change(begun)
    const after = await work().catch((cause: unknown) => {
      const fault = toApiError(cause)
      return explain(fault) === 'dead' ? undefined : failed(fault)
    })
    const state = $state.get()
    if (state.status !== 'ready' || state.value !== begun) return
    if (after === undefined) await open('')
    else change(after)
  }
  return { $state, load, change, open, act, explain }
}
