import { useEffect } from 'react'
import { FEW } from '#src/contract/vendor-statistics.ts'
import { VendorFigures } from '#src/sections/VendorFigures.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { statistics } from './portal.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** How the logo of the company did, event by event. (security VP10) */
export function StatisticsSection() {
  useEffect(() => void statistics.load(), [])
  return (
    <AccountSection
      id="vendor-statistics"
      title="Statistics"
      lead={`How often your logo was viewed and clicked on the page of each event, and how often registration was clicked after it. We keep nothing about visitors. Small figures are shown as “${FEW}”.`}
    >
      <ResourceState of={statistics} what="your statistics">
        {({ events }) =>
          events.length === 0 ? (
            <p className="text-[1.125rem]">No statistics yet. They start when someone views your event's page.</p>
          ) : (
            <VendorFigures events={events} getDay={(day) => DAY.format(Date.parse(day))} />
          )
        }
      </ResourceState>
    </AccountSection>
  )
}
