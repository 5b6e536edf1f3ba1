import type { Landing } from '#src/contract/landing.ts'
import { About } from './About.tsx'
import { Agenda } from './Agenda.tsx'
import { Banner } from './Banner.tsx'
import { BusinessCase } from './BusinessCase.tsx'
import { Hero } from './Hero.tsx'
import { Partners } from './Partners.tsx'
import { RegisterPanel } from './RegisterPanel.tsx'
import { Why } from './Why.tsx'

/** The eight sections of an event's page, in the product description's order, the sixth and seventh while one can register. (product 2) */
export function LandingSections({ landing }: { landing: Landing }) {
  const { openUntil, now, letter, notice } = landing
  return (
    <>
      <Banner landing={landing} />
      <Hero landing={landing} />
      <Partners partners={landing.partners} />
      <Why why={landing.why} />
      <Agenda landing={landing} />
      {openUntil !== undefined && openUntil > now && (
        <div data-until={openUntil}>
          <RegisterPanel landing={landing} />
          {letter && <BusinessCase letter={letter} now={now} {...(notice && { notice })} />}
        </div>
      )}
      <About team={landing.team} />
    </>
  )
}
