import type { Landing } from '#src/contract/landing.ts'
import { About } from './About.tsx'
import { Agenda } from './Agenda.tsx'
import { Banner } from './Banner.tsx'
import { BusinessCase } from './BusinessCase.tsx'
import { Slots } from './content/Slots.tsx'
import { Hero } from './Hero.tsx'
import { Partners } from './Partners.tsx'
import { RegisterPanel } from './RegisterPanel.tsx'
import { TodayPlate } from './TodayPlate.tsx'
import { Why } from './Why.tsx'

/**
 * The eight sections of an event's page, in the product description's order, the sixth and seventh while one can register. Between
 * them is what editors put into slots; on the day, what is on stands above the second. (product 2)
 */
export function LandingSections({ landing }: { landing: Landing }) {
  const { openUntil, now, letter, notice, copy } = landing
  // Who cannot come any more needs no way there.
  const ahead = openUntil === undefined ? now : landing.upcomingUntil
  return (
    <>
      <Banner landing={landing} />
      {landing.today && <TodayPlate today={landing.today} now={now} />}
      <Hero landing={landing} />
      <Partners partners={landing.partners} />
      <Why landing={landing} />
      <Slots landing={landing} only={['quotes', 'past-days']} />
      <Agenda landing={landing} />
      <Slots landing={landing} only={['bring', 'getting-there']} until={ahead} />
      {openUntil !== undefined && openUntil > now && (
        <div data-until={openUntil}>
          <RegisterPanel landing={landing} />
          {letter && <BusinessCase letter={letter} now={now} {...(notice && { notice })} {...(copy && { copy })} />}
        </div>
      )}
      <Slots landing={landing} only={['terms', 'certificate', 'questions']} until={ahead} />
      <About landing={landing} />
    </>
  )
}
