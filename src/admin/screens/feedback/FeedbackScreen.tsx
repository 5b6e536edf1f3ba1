import { useQuery } from '@tanstack/react-query'
import { Button } from '#src/ui/Button.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { Figures } from './Figures.tsx'
import { feedbackQuery } from './feedback-calls.ts'
import { ToldWishes } from './ToldWishes.tsx'

/** What visitors read of what we did, and how it goes with what they tell us. (product 2: feedback) */
export function FeedbackScreen() {
  const query = useQuery(feedbackQuery)
  return (
    <Screen
      title="Feedback"
      lead="Shipped wishes under ‘You asked, we did’, and report figures."
      actions={
        <Button asChild variant="outline">
          <a href="/feedback" target="_blank" rel="noopener">
            Open the page<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Button>
      }
    >
      <Shown query={query} what="feedback">
        {({ figures, told, untold }) => (
          <div className="grid grid-cols-1 gap-8">
            <ToldWishes told={told} untold={untold} />
            <Figures {...figures} />
          </div>
        )}
      </Shown>
    </Screen>
  )
}
