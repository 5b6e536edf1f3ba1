import type { ComponentProps } from 'react'
import type { Landing } from '#src/contract/landing.ts'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { SiteFrame } from './SiteFrame.tsx'

type LandingFrameProps = Omit<ComponentProps<typeof SiteFrame>, 'children'> & { landing: Landing }

/** A landing page as one width of screen shows it. */
export function LandingFrame({ landing, ...frame }: LandingFrameProps) {
  return (
    <SiteFrame {...frame}>
      <LandingSections landing={landing} />
    </SiteFrame>
  )
}
