import { useEffect } from 'react'
import { AccountNotice } from '#src/sections/AccountNotice.tsx'
import { Shown } from '../account/Block.tsx'
import { createResource } from '../account/resource.ts'
import { request } from '../call.ts'

const account = createResource(() => request('GET', '/api/auth/account'))

/** Where one's registration stands, for whoever may not post yet, and why. */
export function Standing() {
  useEffect(() => {
    void account.load()
    return account.forget
  }, [])
  return (
    <div className="max-w-3xl">
      <Shown of={account} what="your account">
        {(own) => <AccountNotice {...own} />}
      </Shown>
    </div>
  )
}
