import type { AddressBan } from '#src/contract/user.ts'
import { confirm } from '../../blocks/confirm.ts'
import { useSave } from '../../blocks/use-save.ts'
import { liftAddressBan } from './user-calls.ts'

/** Lifts the ban on an IP address after a question. */
export function useLiftBan(): (ban: AddressBan) => void {
  const lift = useSave({
    save: liftAddressBan,
    done: (ban) => `The ban on ${ban.address} was lifted`,
    failed: 'Failed to lift the ban',
    stale: [['bans'], ['security']],
  })
  return (ban) =>
    confirm({
      title: `Lift the ban on ${ban.address}`,
      message: (
        <p>
          People at this IP address can sign in, register and request password resets again, within the usual limits.
        </p>
      ),
      label: 'Lift ban',
      busyLabel: 'Lifting...',
      act: () => lift.mutateAsync(ban.id),
    })
}
